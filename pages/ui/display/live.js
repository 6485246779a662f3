// Lets what is on the page already follow a slider: marks and short lines in charts, cells and words, the address.
// A chart whose figure changes comes anew and is drawn anew, which takes a tenth of a second; here Plotly's own records
// are changed with what is seen of them, so that hovering, zooming and saving know the new places too.

const ADDRESS_LATER = 250; // milliseconds; browsers refuse addresses that change many times a second

const instances = new WeakMap();

const axisOf = (chart, name) => chart._fullLayout[name.replace(/^([xy])/, "$1axis")];

const equal = (one, two) => JSON.stringify(one) === JSON.stringify(two);

function record(chart, move) {
  const { trace, ...values } = move;
  const given = chart.data[trace];
  const full = chart._fullData[trace];
  for (const [key, value] of Object.entries(values)) {
    given[key] = value;
    if (Array.isArray(full[key])) value.forEach((one, place) => { full[key][place] = one; }); // others hold it too
    else full[key] = value;
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

const within = (key, what) => document.querySelectorAll(`.st-key-${CSS.escape(key)} ${what}`);

function follow(state) {
  for (const [key, texts] of Object.entries(state.cells)) {
    const cells = within(key, ":is(td, [data-live])");
    if (cells.length !== texts.length) continue; // those of the table that was here before
    cells.forEach((cell, place) => {
      if (cell.textContent !== texts[place]) cell.textContent = texts[place];
    });
  }
  for (const [key, moves] of Object.entries(state.moves)) {
    const [chart] = within(key, ".js-plotly-plot");
    if (!chart?.on) continue;
    if (!state.charts.has(chart)) {
      state.charts.add(chart);
      chart.on("plotly_afterplot", () => follow(state)); // it was drawn from the figure that came with it
    }
    // for a moment the chart that was here before may still be in place
    if (!moves.every(({ trace, x }) => chart.calcdata?.[trace]?.length === x.length)) continue;
    for (const move of moves) {
      const given = chart.data[move.trace];
      if (equal([given.x, given.y, given.name], [move.x, move.y, move.name])) continue;
      record(chart, move);
      show(chart, move);
    }
  }
}

// While a slider is dragged, what the page becomes is known already; the server answers when it is let go.
function attend(state) {
  const input = state.ahead && within(state.ahead.slider, "input[type=range]")[0];
  if (!input || state.attended === input) return;
  state.dragging?.disconnect();
  state.attended = input;
  state.dragging = new MutationObserver(() => dragged(state, Number(input.value)));
  const slider = input.closest('[data-testid="stSlider"]');
  state.dragging.observe(slider, { attributes: true, characterData: true, childList: true, subtree: true });
  dragged(state, Number(input.value)); // it may have been grasped before this was here
}

function dragged(state, value) {
  const { positions, moved, cells } = state.ahead;
  const place = positions.findIndex((position) => Math.abs(position - value) < 1e-9);
  if (place < 0) return;
  const at = (lists) => Object.fromEntries(
    Object.entries(lists).map(([key, list]) => [key, list[place]]).filter(([, found]) => found));
  state.moves = { ...state.moves, ...at(moved) };
  state.cells = { ...state.cells, ...at(cells) };
  follow(state);
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
    state = { moves: {}, cells: {}, charts: new WeakSet() };
    state.observer = new MutationObserver(() => { follow(state); attend(state); });
    const page = document.querySelector('[data-testid="stMain"]') ?? document.body;
    state.observer.observe(page, { childList: true, subtree: true });
    instances.set(parentElement, state);
  }
  const call = state.call = Symbol("call");
  state.moves = data.moved;
  state.cells = data.cells;
  state.ahead = data.ahead;
  state.attended = null; // the answer may be to an earlier position than the slider's
  follow(state);
  attend(state);
  clearTimeout(state.later);
  state.later = setTimeout(() => address(data.address), ADDRESS_LATER);
  return () => {
    if (state.call !== call) return; // a newer call goes on with the same state
    clearTimeout(state.later);
    state.observer.disconnect();
    state.dragging?.disconnect();
    instances.delete(parentElement);
  };
}
