"""Live demos: small torch experiments with typed parameters, a prediction, and what theory says of them.

declaring     spec, parameter, stepping, question, asked, picture, needs, contradiction, spelt
which are     catalog, names, own, described, workshop, template
running       host, sync, process, child, forks, quiet, wire, message, run, device
judging       outcome, verdict, report, ends, quoted, audit
as a script   script, source, excerpt
of lessons    gaussian_softmax
"""
