// Lets what is on the page already follow a slider: marks and short lines in charts, cells and words, the address.
// A chart whose figure changes comes anew and is drawn anew, which takes a tenth of a second; here Plotly's own records
// are changed with what is seen of them, so that hovering, zooming and saving know the new places too.

const ADDRESS_LATER = 250; // milliseconds; browsers refuse addresses that change many times a second

const ADDRESS_AHEAD = 150; // milliseconds after which a slider that rests stands in the address, answered or not

const GLIDE = 450; // milliseconds that marks take to the place where the server has moved them

const PAUSE = 300; // milliseconds after which a slider that is held stands still


// One for the page: an instance of the component brings what stands now, another what it becomes while a slider is
// dragged.
const page = {
  moves: {}, cells: {}, told: {}, ahead: new Map(), charts: new WeakSet(), present: new Map(), from: {}, glides: false, scene: "",
  address: {}, pressed: {},
};

const unseen = new WeakSet();

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

const still = window.matchMedia("(prefers-reduced-motion: reduce)");

// What the server has moved glides to its new place; what follows a thumb is there at once.
function glide(element, property, before, after) {
  if (!page.glides || still.matches || !before || before === after) return;
  element.animate([{ [property]: before }, { [property]: after }], { duration: GLIDE, easing: "ease-in-out" });
}

const shift = (place) => (place ? `translate(${place.map((one) => `${one}px`).join(",")})` : null);

const placed = (path) => path.getAttribute("transform")?.match(/-?[\d.]+(?:e-?\d+)?/g)?.slice(0, 2).map(Number);

function show(chart, move) {
  const points = chart.calcdata[move.trace];
  const full = chart._fullData[move.trace];
  const drawn = points[0].node3?.node();
  if (!drawn) return; // hidden by its entry in the legend
  const [x, y] = [axisOf(chart, full.xaxis), axisOf(chart, full.yaxis)];
  const places = points.map((point) => [x.c2p(point.x), y.c2p(point.y)]);
  const known = points.map((point) => Number.isFinite(point.x) && Number.isFinite(point.y));
  drawn.querySelectorAll(".points path").forEach((path, place) => {
    // one that was not seen comes from nowhere
    if (known[place] && !path.hasAttribute("display")) glide(path, "transform", shift(placed(path)), shift(places[place]));
    if (known[place]) path.setAttribute("transform", `translate(${places[place].join(",")})`);
    const inside = known[place] && x.isPtWithinRange(points[place]) && y.isPtWithinRange(points[place]);
    if (inside) path.removeAttribute("display"); // what Plotly itself hides it by
    else path.setAttribute("display", "none");
  });
  const joined = (place) => (known[place - 1] ? "L" : "M") + places[place].join(",");
  const line = places.map((_, place) => (known[place] ? joined(place) : "")).join("");
  const [stroke, ...pieces] = drawn.querySelectorAll(".lines path");
  pieces.forEach((piece) => piece.remove()); // Plotly draws each piece of a line by itself
  if (stroke) glide(stroke, "d", `path("${stroke.getAttribute("d")}")`, `path("${line}")`);
  stroke?.setAttribute("d", line);
  const area = drawn.querySelector(".fills path");
  if (!area) return;
  const floor = y.c2p(0);
  const ends = full.fill === "tozeroy" ? `L${places.at(-1)[0]},${floor}L${places[0][0]},${floor}` : "";
  area.setAttribute("d", `${line}${ends}Z`);
}

function letter(chart, { note, ...values }) {
  const [given, full] = [chart.layout.annotations[note], chart._fullLayout.annotations[note]];
  const drawn = chart.querySelector(`.annotation[data-index="${note}"]`);
  const words = drawn?.querySelector("text");
  if (words && words.textContent !== values.text) words.textContent = values.text;
  if (drawn && values.x !== undefined) {
    drawn.drawnAt ??= given.x; // Plotly draws it as another element
    const { r2p } = axisOf(chart, full.xref);
    drawn.setAttribute("transform", `translate(${r2p(values.x) - r2p(drawn.drawnAt)},0)`);
  }
  Object.assign(given, values);
  Object.assign(full, values);
}

const within = (key, what) => document.querySelectorAll(`.st-key-${CSS.escape(key)} ${what}`);

const stands = (given, move) => Object.entries(move).every(([key, value]) => key === "trace" || equal(given[key], value));

// Asking a chart where it is would have the whole page laid out in every frame.
const sight = new IntersectionObserver((changes) => {
  changes.forEach(({ target, isIntersecting }) => unseen[isIntersecting ? "delete" : "add"](target));
});

const moving = (is) => document.documentElement.classList.toggle("fw-moving", is);

// What does not follow a slider is of another position than it, until the server has answered.
const waiting = (is) => document.documentElement.classList.toggle("fw-waiting", is);

// Where one of the sliders stands was not foreseen: what is shown is of its former place until the server has answered.
function unforeseen(sent, is) {
  sent.unforeseen = is;
  const any = [...page.ahead.values()].some((one) => one.unforeseen);
  document.documentElement.classList.toggle("fw-unforeseen", any);
}

// Browsers put what stands between two steps of a slider on the nearest.
const isAt = (input, position) => Math.abs(position - Number(input.value)) <= Number(input.step) / 2 + 1e-9;

// Under a moving slider only what is seen follows, and is laid out; the rest does when it pauses.
function followSeen(sent) {
  moving(true);
  follow((chart) => !unseen.has(chart));
  clearTimeout(page.pause);
  page.pause = setTimeout(() => { page.pause = null; moving(false); become(sent); follow(); }, PAUSE);
}

function follow(wanted = () => true) {
  const charts = Object.entries(page.moves).map(([key, moves]) => [within(key, ".js-plotly-plot")[0], moves])
    .filter(([chart]) => chart?.on && wanted(chart));
  for (const [key, texts] of Object.entries(page.cells)) {
    const cells = within(key, ":is(td, [data-live=''])");
    if (cells.length !== texts.length) continue; // those of the table that was here before
    cells.forEach((cell, place) => {
      if (cell.textContent === texts[place]) return;
      if (cell.firstChild) cell.firstChild.data = texts[place]; // the observer of the page need not hear of it
      else cell.textContent = texts[place];
    });
  }
  for (const [chart, moves] of charts) {
    if (!page.charts.has(chart)) {
      page.charts.add(chart);
      sight.observe(chart);
      // it was drawn from the figure that came with it
      chart.on("plotly_afterplot", () => follow());
    }
    // for a moment the chart that was here before may still be in place
    const [notes, marks] = [moves.filter(({ note }) => note !== undefined), moves.filter(({ trace }) => trace !== undefined)];
    if (!marks.every(({ trace, x }) => chart.calcdata?.[trace]?.length === x.length)) continue;
    if (!notes.every(({ note }) => chart.layout.annotations?.[note])) continue;
    notes.forEach((move) => letter(chart, move));
    for (const move of marks) {
      if (stands(chart.data[move.trace], move)) continue;
      record(chart, move);
      show(chart, move);
    }
  }
}

// While a slider is dragged, what the page becomes is known already; the server answers when it is let go.
function attend() {
  for (const sent of page.ahead.values()) {
    const [input] = within(sent.ahead.slider, "input[type=range]");
    if (!input || sent.attended === input) continue;
    sent.dragging?.disconnect();
    sent.attended = input;
    [sent.began, sent.soon] = [input.value, null];
    sent.dragging = new MutationObserver(() => dragged(sent));
    const slider = input.closest('[data-testid="stSlider"]');
    sent.dragging.observe(slider, { attributes: true, characterData: true, childList: true, subtree: true });
    dragged(sent); // it may have been grasped before this was here
  }
}

// In the next frame: what the slider itself measures meanwhile finds the page as it was laid out, and on a busy machine
// its value may come after all that is seen of it.
function dragged(sent) {
  cancelAnimationFrame(sent.frame);
  sent.frame = requestAnimationFrame(() => { if (become(sent)) followSeen(sent); });
  if (!sent.attended || (!sent.soon && sent.attended.value === sent.began)) return; // it was not moved
  clearTimeout(sent.soon);
  sent.soon = setTimeout(() => addressAhead(sent.ahead.slider), ADDRESS_AHEAD);
}

// Who reloads before the server has answered comes back to where the slider stands.
function addressAhead(slider) {
  const [input] = within(slider, "input[type=range]");
  if (!input || !(slider in page.address)) return;
  const value = Number(Number(input.value).toPrecision(6));
  const isUsual = value === page.ahead.get(slider)?.ahead.usual; // the server may have put it there
  page.address = { ...page.address, [slider]: isUsual ? null : String(value) };
  addressNow();
}

// An answer may be to where a slider stood before: the address keeps where it stands.
function keepAhead({ attended, ahead: { slider, usual } }) {
  const answered = page.address[slider] ?? usual;
  if (attended && answered !== null && !isAt(attended, Number(answered))) addressAhead(slider);
}

// What the page is where the slider stands; whether that is known.
function become(sent) {
  const { ahead: { positions, moved, cells, pool, scene }, attended } = sent;
  if (!attended?.isConnected || scene !== page.scene) return false; // what it belongs to is gone, or is still on its way
  const place = positions.findIndex((position) => Math.abs(position - Number(attended.value)) < 1e-9);
  unforeseen(sent, place < 0 && !positions.some((position) => isAt(attended, position)));
  if (place < 0) return false;
  const at = (lists) => Object.fromEntries(
    Object.entries(lists).filter(([, list]) => list[place])
      .map(([key, list]) => [key, list[place].map((one) => pool[one])]));
  page.moves = { ...page.moves, ...at(moved) };
  page.cells = { ...page.cells, ...at(cells) };
  waiting(Object.entries(page.told).some(([key, texts]) => !equal(page.cells[key], texts)));
  return true;
}

function address(parameters) {
  const here = new URL(window.location.href);
  for (const [name, value] of Object.entries(parameters)) {
    const values = [value ?? []].flat();
    if (!values.length) here.searchParams.delete(name);
    else here.searchParams.set(name, values[0]);
    values.slice(1).forEach((one) => here.searchParams.append(name, one));
  }
  if (here.href !== window.location.href) window.history.replaceState(window.history.state, "", here);
}

// Before anything is clicked, a link that is copied above all, the address says what is shown.
function addressNow() {
  clearTimeout(page.later);
  page.later = null;
  address(page.address);
}

// Of what a button sets a parameter to, or adds to it up to a most.
const after = (name, change) => (Array.isArray(change)
  ? String(Math.min(Number(page.address[name]) + change[0], change[1])) : change);

function clicked({ target }) {
  const button = target.closest?.("button:enabled");
  const key = Object.keys(page.pressed).find((one) => button?.closest(`.st-key-${CSS.escape(one)}`));
  for (const [name, change] of Object.entries(page.pressed[key] ?? {})) {
    page.address = { ...page.address, [name]: after(name, change) };
  }
  if (page.later || key) addressNow();
}

function take(data) {
  if (data.ahead) {
    forget(data.ahead.slider);
    page.ahead.set(data.ahead.slider, { ahead: data.ahead });
    return;
  }
  page.scene = data.scene;
  page.moves = data.moved;
  page.cells = page.told = data.cells;
  waiting(false);
  page.ahead.forEach((sent) => unforeseen(sent, false));
  page.address = data.address;
  page.pressed = data.pressed;
  clearTimeout(page.later);
  page.later = setTimeout(addressNow, ADDRESS_LATER);
}

function forget(slider) {
  const sent = page.ahead.get(slider);
  if (!sent) return;
  sent.dragging?.disconnect();
  unforeseen(sent, false);
  page.ahead.delete(slider);
}

function leave(data) {
  if (data.ahead) {
    forget(data.ahead.slider);
    return;
  }
  clearTimeout(page.later);
  page.later = null;
  page.moves = {};
  page.cells = {};
  page.pressed = {};
  waiting(false);
}

const kindOf = (data) => data.ahead?.slider ?? "now";

// When an instance comes to another place, it may be there before it leaves its former one.
function giveWay(data) {
  const kind = kindOf(data);
  const [other] = [...page.present].filter(([, one]) => kindOf(one) === kind).slice(-1);
  page.from[kind] = other?.[0];
  if (!other) {
    leave(data);
    return;
  }
  take(other[1]);
  follow();
  attend();
}

function arrive(place, data) {
  const kind = kindOf(data);
  page.from[kind] = place;
  page.present.set(place, data);
  if (!page.observer) {
    page.observer = new MutationObserver(() => {
      if (!page.pause) follow();
      attend();
    });
    const main = document.querySelector('[data-testid="stMain"]') ?? document.body;
    page.observer.observe(main, { childList: true, subtree: true });
    document.addEventListener("click", clicked, { capture: true });
  }
  take(data);
  page.ahead.forEach((sent) => { sent.attended = null; }); // the answer may be to an earlier position than a slider's
  page.glides = kind === "now";
  follow();
  page.glides = false;
  attend();
  if (kind === "now") page.ahead.forEach(keepAhead);
}

function depart(place) {
  const data = page.present.get(place);
  if (!data) return;
  page.present.delete(place);
  if (page.from[kindOf(data)] === place) giveWay(data);
  if (page.present.size) return;
  page.observer.disconnect();
  page.observer = null;
  document.removeEventListener("click", clicked, { capture: true });
}

// What came while the browser was still fetching this program is handed over all at once and in no certain order, since
// `import` keeps none; but Streamlit takes leave of all except the last before anything else is done.
export default function ({ data, parentElement }) {
  const soon = setTimeout(() => { if (parentElement.isConnected) arrive(parentElement, data); });
  return () => {
    clearTimeout(soon);
    if (!parentElement.isConnected) depart(parentElement);
  };
}
