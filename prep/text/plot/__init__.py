"""Plots drawn with characters: measured points, theory curves, error bars, two axes and nothing else (LOOK §6)."""

from __future__ import annotations

from prep.text.plot.bars import bar_rows, histogram_rows
from prep.text.plot.draw import draw, legend, legend_rows
from prep.text.plot.grid import Edges, Matrix, matrix_rows, shown
from prep.text.plot.heat import heatmap
from prep.text.plot.series import AxisScale, Plot, PlotAxis, PlotMark, PlotSeries
from prep.text.plot.strip import bar

__all__ = [
    "PlotAxis",
    "Edges",
    "PlotMark",
    "Matrix",
    "Plot",
    "AxisScale",
    "PlotSeries",
    "bar",
    "bar_rows",
    "draw",
    "heatmap",
    "histogram_rows",
    "legend",
    "legend_rows",
    "matrix_rows",
    "shown",
]
