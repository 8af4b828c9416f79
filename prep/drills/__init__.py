"""Code drills: what an interviewer asks to be written, judged against torch's own operation or a closed form."""
