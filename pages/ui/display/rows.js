// Lets the row under the mouse stand out of the picture of a design: the other rows fade.

const SVG = "http://www.w3.org/2000/svg";
const FADED = "fw-faded";

const chartOf = (key) => document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);

const clear = (chart) => chart.querySelectorAll(`.${FADED}`).forEach((part) => part.remove());

function cover(chart, top, height) {
  const { xaxis, yaxis } = chart._fullLayout;
  const part = document.createElementNS(SVG, "rect");
  const size = { x: xaxis._offset, y: yaxis._offset + top, width: xaxis._length, height: Math.max(0, height) };
  Object.entries(size).forEach(([name, value]) => part.setAttribute(name, value));
  part.classList.add(FADED);
  chart.querySelector(".cartesianlayer").append(part);
}

function light(chart, row) {
  const { yaxis } = chart._fullLayout;
  const [middle, half] = [yaxis.c2p(row), Math.abs(yaxis._m) / 2];
  clear(chart);
  cover(chart, 0, middle - half);
  cover(chart, middle + half, yaxis._length - middle - half);
}

function attach(key) {
  const chart = chartOf(key);
  if (!chart?.on || chart.listens === chart._ev) return; // what is drawn from the beginning has forgotten who listened
  chart.listens = chart._ev;
  chart.on("plotly_hover", ({ points: [point] }) => light(chart, point.pointNumber[0]));
  chart.on("plotly_unhover", () => clear(chart));
}

export default function ({ data }) {
  const observer = new MutationObserver(() => attach(data.key));
  const main = document.querySelector('[data-testid="stMain"]') ?? document.body;
  observer.observe(main, { childList: true, subtree: true });
  attach(data.key);
  return () => observer.disconnect();
}
