// Moves marks and short lines in charts that are drawn already. A chart whose figure changes comes anew and is drawn
// anew, which takes a tenth of a second; here Plotly's own records are changed with what is seen of them, so that
// hovering, zooming and saving know the new places too.

const instances = new WeakMap();

const axisOf = (chart, name) => chart._fullLayout[name.replace(/^([xy])/, "$1axis")];

const equal = (one, two) => JSON.stringify(one) === JSON.stringify(two);

function record(chart, move) {
  const { trace, ...values } = move;
  const given = chart.data[trace];
  const full = chart._fullData[trace];
  for (const [key, value] of Object.entries(values)) {
    if (key === "meta") value.forEach((text, place) => { given.meta[place] = text; full.meta[place] = text; });
    else { given[key] = value; full[key] = value; }
  }
  chart.calcdata[trace].forEach((point, place) => { point.x = move.x[place]; point.y = move.y[place]; });
}

function show(chart, move) {
  const points = chart.calcdata[move.trace];
  const full = chart._fullData[move.trace];
  const drawn = points[0].node3?.node();
  if (!drawn) return; // hidden by its entry in the legend
  const [x, y] = [axisOf(chart, full.xaxis), axisOf(chart, full.yaxis)];
  const places = points.map((point) => [x.c2p(point.x), y.c2p(point.y)]);
  drawn.querySelectorAll(".points path").forEach((path, place) => {
    path.setAttribute("transform", `translate(${places[place].join(",")})`);
    const inside = x.isPtWithinRange(points[place]) && y.isPtWithinRange(points[place]);
    path.style.display = inside ? "" : "none";
  });
  drawn.querySelector(".lines path")?.setAttribute("d", "M" + places.map((place) => place.join(",")).join("L"));
}

function follow(state) {
  for (const [key, moves] of Object.entries(state.moves)) {
    const chart = document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);
    if (!chart?.on) continue;
    if (!state.charts.has(chart)) {
      state.charts.add(chart);
      chart.on("plotly_afterplot", () => follow(state)); // it was drawn from the figure that came with it
    }
    if (!chart.calcdata || chart.calcdata.length !== chart.data.length) continue;
    for (const move of moves) {
      const given = chart.data[move.trace];
      if (equal([given.x, given.y, given.name], [move.x, move.y, move.name])) continue;
      record(chart, move);
      show(chart, move);
    }
  }
}

function address(parameters) {
  const here = new URL(window.location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) here.searchParams.delete(name);
    else here.searchParams.set(name, value);
  }
  if (here.href !== window.location.href) window.history.replaceState(window.history.state, "", here);
}

export default function ({ data, parentElement }) {
  let state = instances.get(parentElement);
  if (!state) {
    state = { moves: {}, charts: new WeakSet() };
    state.observer = new MutationObserver(() => follow(state));
    const page = document.querySelector('[data-testid="stMain"]') ?? document.body;
    state.observer.observe(page, { childList: true, subtree: true });
    instances.set(parentElement, state);
  }
  state.moves = data.moved;
  follow(state);
  address(data.address);
  return () => {
    state.observer.disconnect();
    instances.delete(parentElement);
  };
}
