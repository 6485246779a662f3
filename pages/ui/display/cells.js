// Lets the cells of a matrix be walked by the arrow keys and chosen by Enter, where a mouse would click them.

const CELL = ".scatterlayer .points path";

// Where one was in each matrix, the matrix that holds the focus, and those whose clicks are heard.
const page = { last: new Map(), held: null, heard: new WeakSet() };

const chartOf = (key) => document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);

const placeOf = ({ x, y }) => [y, x];

// What hovering would say.
function told({ hovertemplate, customdata }, place) {
  const filled = hovertemplate.replace(/%\{customdata\[(\d+)\]\}/g, (whole, number) => customdata[place][number]);
  return filled.replace(/<[^>]+>/g, " ").trim();
}

function enter(key, path, point) {
  page.last.set(key, placeOf(point));
  path.closest(".points").querySelectorAll("path").forEach((other) => other.setAttribute("tabindex", other === path ? 0 : -1));
}

// A click is made where the mouse would make it, so that whatever a click does happens.
function choose(chart, path) {
  const { left, top, width, height } = path.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, view: window };
  const plane = chart.querySelector(".nsewdrag");
  for (const kind of ["mousemove", "mousedown", "mouseup", "click"]) plane.dispatchEvent(new MouseEvent(kind, at));
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// The next cell in a direction; some, as those of a diagonal, are left out and are stepped over.
function beside(points, place, step, most) {
  for (let count = 1; count < most; count += 1) {
    const wanted = place.map((one, axis) => one + count * step[axis]);
    const found = points.findIndex((point) => String(placeOf(point)) === String(wanted));
    if (found >= 0) return found;
  }
  return -1;
}

// The mark of the focus goes round the numbers of the cell, inside of the frame that it has where it is chosen.
function insideOfItsCell(path, { xaxis, yaxis }) {
  const [width, height] = [xaxis, yaxis].map((axis) => Math.abs(axis._m) - 8);
  path.setAttribute("d", `M${-width / 2},${-height / 2}h${width}v${height}h${-width}Z`);
}

// A picture that is drawn anew, or in another size, gives every cell the mark of a point again.
const fit = (chart) => chart.querySelectorAll(`${CELL}:focus`).forEach((path) => insideOfItsCell(path, chart._fullLayout));

function equip(path, key, chart, place) {
  const points = chart.calcdata[1];
  const flipped = chart._fullLayout.yaxis.range[0] > chart._fullLayout.yaxis.range[1];
  path.setAttribute("role", "button");
  path.setAttribute("aria-label", told(chart.data[1], place));
  path.addEventListener("focus", () => {
    page.held = key;
    insideOfItsCell(path, chart._fullLayout);
    enter(key, path, points[place]);
  });
  path.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " ") choose(chart, path);
    else if (step) {
      const next = beside(points, placeOf(points[place]), flipped ? step : [-step[0], step[1]], points.length);
      chart.querySelectorAll(CELL)[next]?.focus();
    } else {
      if (event.key === "Tab") page.held = null;
      return;
    }
    event.preventDefault();
  });
}

// From the cell that a mouse clicked the keys go on.
function hear(key, chart) {
  if (page.heard.has(chart)) return;
  page.heard.add(chart);
  chart.on("plotly_click", ({ points }) => {
    page.last.set(key, placeOf(points[0]));
    page.held = key;
    document.activeElement?.blur(); // what was pressed before would take the keys
    document.dispatchEvent(new CustomEvent("foldwise:picked", { detail: key }));
  });
  chart.on("plotly_afterplot", () => fit(chart));
}

function attach(key) {
  const chart = chartOf(key);
  const points = chart?.calcdata?.[1];
  const paths = chart ? [...chart.querySelectorAll(CELL)] : [];
  if (!points?.length || paths.length !== points.length) return;
  chart.closest("[role=img]")?.setAttribute("role", "group"); // what is in an image is not told
  hear(key, chart);
  const last = Math.max(0, points.findIndex((point) => String(placeOf(point)) === String(page.last.get(key))));
  paths.forEach((path, place) => {
    if (path.hasAttribute("tabindex")) return;
    path.setAttribute("tabindex", place === last ? 0 : -1);
    equip(path, key, chart, place);
  });
  // what was chosen had the picture drawn anew, and the focus was lost with the old one
  if (page.held === key && document.activeElement === document.body) paths[last].focus({ preventScroll: true });
}

export default function ({ data }) {
  const observer = new MutationObserver(() => attach(data.key));
  const main = document.querySelector('[data-testid="stMain"]') ?? document.body;
  observer.observe(main, { childList: true, subtree: true });
  attach(data.key);
  return () => observer.disconnect();
}
