# docker build -t foldwise . && docker run -p 127.0.0.1:8501:8501 -v foldwise:/data foldwise
FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    FOLDWISE_DATA=/data \
    # The server listens to this machine alone otherwise: inside a container nobody could reach it.
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    # Names under which browsers reach it, divided by blanks; the websocket of any other gets 403.
    STREAMLIT_SERVER_ALLOWED_HOSTS="localhost 127.0.0.1"

RUN useradd --create-home --uid 10001 foldwise && install -d -o foldwise -g foldwise -m 700 /data

WORKDIR /app
COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt
COPY app.py server.py ./
COPY .streamlit .streamlit
COPY core core
COPY pages pages
COPY sample_data sample_data
COPY static static

USER foldwise
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["streamlit", "run", "server.py"]
