// What belongs to the whole page: one step of history per page, a button that copies its address, the lecture view.

const COPIED_FOR = 1500; // milliseconds

const REFUSED_FOR = 4000;

const SETTLED = 1000; // milliseconds after which an emptied address is no longer the beginning of a page switch

// A button whose key begins with go_ leads to another page, too.
const PAGE_LINK = '[data-testid="stPageLink-NavLink"], [data-testid="stSidebarNavLink"], [class*="st-key-go_"] button';

const ENTRIES = ["method", "lab"]; // of Methods and the Laboratory, which are read one after the other as pages are

const page = { scheme: null, asks: new Set(), version: "", seeds: "", left: null, held: null, parted: null, widened: null, place: 0, from: null, entered: null };

// Streamlit pushes one entry for every parameter that it writes, so that Back would seem dead; and before it goes to
// another page it empties the address, or writes that of the link into it, so that Back would come to a page without
// its state.
function oneEntryPerPage() {
  if (window.history.pushState.foldwise) return;
  const push = window.history.pushState.bind(window.history);
  const replace = window.history.replaceState.bind(window.history);
  let leaving = null;
  const once = (state, unused, url) => {
    const wanted = new URL(url ?? window.location.href, window.location.href);
    if (wanted.pathname !== window.location.pathname) {
      clearTimeout(leaving);
      leaving = null;
      if (page.left) replace(page.left.state, "", page.left.url);
      page.left = null;
      push(state, unused, url);
    } else if (!page.left && ENTRIES.some((name) => wanted.searchParams.get(name) !== new URLSearchParams(window.location.search).get(name))) {
      push(state, unused, url);
    } else if (leaving || !wanted.search) {
      clearTimeout(leaving);
      leaving = setTimeout(() => { leaving = null; replace(state, unused, url); }, SETTLED);
    } else {
      replace(state, unused, url);
    }
  };
  once.foldwise = true;
  window.history.pushState = once;
  // What waits belongs to the entry that the visitor goes away from, not to the one that he comes to.
  window.addEventListener("popstate", () => { clearTimeout(leaving); leaving = null; });
  takeBackEarlyEntries(replace);
}

const LEFT = "foldwise-left"; // the entry of this tab at which the page was left, or loaded once more

// What Streamlit has pushed before this program came: it takes parameters out of the address whose widgets would stand so
// anyway. Forward then leads to the same page, Back to the one before.
function takeBackEarlyEntries(replace) {
  const { navigation, history, location } = window;
  if (!navigation) return;
  const left = sessionStorage.getItem(LEFT);
  window.addEventListener("pagehide", () => sessionStorage.setItem(LEFT, navigation.currentEntry.key));
  const entries = navigation.entries().slice(0, navigation.currentEntry.index + 1);
  const known = Math.max(entries.findIndex((one) => one.sameDocument), entries.findIndex((one) => one.key === left));
  const elsewhere = entries.findLastIndex((one) => new URL(one.url).pathname !== location.pathname);
  const early = entries.length - 1 - Math.max(known, elsewhere + 1);
  if (early <= 0) return;
  const { state } = history;
  // Streamlit hears of it first, and would take it for the visitor's Back and ask for the whole page once more; where an
  // address differs by nothing but a # it does not.
  const stay = ({ navigationType, from }) => {
    if (navigationType !== "traverse") return;
    navigation.removeEventListener("currententrychange", stay);
    replace(state, "", `${from.url}#`);
    window.addEventListener("popstate", () => replace(state, "", from.url), { once: true });
  };
  navigation.addEventListener("currententrychange", stay);
  history.go(-early);
}

// Browsers let pages that came unencrypted, over a lecture room's network say, copy what is selected only.
function copySelected(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}

const CROWDED = "fw-crowded"; // a picture whose menu would lie on its legend (style.css)

// One hovers just when one looks for the curve that an entry belongs to.
function entered({ target }) {
  const chart = target.closest?.(".js-plotly-plot") ?? null;
  if (chart === page.entered) return;
  page.entered = chart;
  if (!chart) return;
  chart.classList.remove(CROWDED);
  const menu = chart.querySelector(".modebar")?.getBoundingClientRect();
  const lies = (text) => {
    const { right, top, bottom } = text.getBoundingClientRect();
    return right > menu.left && top < menu.bottom && bottom > menu.top;
  };
  if (menu?.width) chart.classList.toggle(CROWDED, [...chart.querySelectorAll(".legendtext")].some(lies));
}

// For somebody who is not lecturing, as the QR code.
function linkShown() {
  const link = new URL(window.location.href);
  if (link.searchParams.has("present")) link.searchParams.delete("present");
  return link.href;
}

const UNSEEN = /[\u200b\u2060]/g; // marks that lines break at, or do not

// What is copied goes into a paper or an address bar, and is to hold nothing that cannot be seen.
function copied(event) {
  const selection = document.getSelection();
  const text = selection.toString();
  if (text.search(UNSEEN) < 0) return;
  const held = document.createElement("div");
  held.append(selection.getRangeAt(0).cloneContents());
  event.clipboardData.setData("text/plain", text.replace(UNSEEN, ""));
  event.clipboardData.setData("text/html", held.innerHTML.replace(UNSEEN, ""));
  event.preventDefault();
}

async function copyLink(button) {
  const [label, link] = [button.textContent, linkShown()];
  const allowed = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  const copied = allowed || copySelected(link);
  button.textContent = copied ? "Copied" : "Refused here: copy the address of this page";
  setTimeout(() => { button.textContent = label; }, copied ? COPIED_FOR : REFUSED_FOR);
}

// A link inside a text goes as the navigation does, so that the session stays; where that is folded away, the address
// takes along what is shown.
function goTo(link) {
  const wanted = `[data-testid="stSidebarNavLink"][href$="/${link.dataset.page}"]`;
  const shown = document.querySelector(wanted);
  const from = { url: window.location.href, place: document.querySelector('[data-testid="stMain"]').scrollTop };
  sessionStorage.setItem(PART, link.dataset.part ?? "");
  if (!shown) return window.location.assign(link.href + window.location.search);
  shown.click();
  page.from = from;
  toPart();
}

const PART = "foldwise-part"; // of the page that a link leads to; the page may be loaded for it

function toPart() {
  const part = sessionStorage.getItem(PART);
  sessionStorage.removeItem(PART);
  if (!part) return;
  let isLow = false;
  whileItGrows((main) => {
    const found = main.querySelector(`.st-key-${part}`);
    isLow ||= found?.getBoundingClientRect().top > LOW * window.innerHeight;
    if (isLow) found?.scrollIntoView();
  });
}

// What comes in the place of a button that was pressed: a run is slow, so its card may grow long afterwards.
const ANSWERS = {
  ".st-key-run button": ".st-key-run_card",
  ".st-key-examine button": ".st-key-examined",
  '[class*="st-key-accept"] button': '[class*="st-key-go_"] button',
};

// It is to be seen without scrolling, and has the focus that the button took with it, until somebody does something else.
function bring(answer) {
  const main = document.querySelector('[data-testid="stMain"]');
  const grown = new MutationObserver(() => {
    const found = main.querySelector(answer);
    if (!found) return;
    found.scrollIntoView({ block: "nearest" });
    if (document.activeElement !== document.body) return;
    if (!found.matches("button")) found.tabIndex = -1; // a card or a title: the next Tab comes to what follows
    found.focus({ preventScroll: true });
  });
  grown.observe(main, { childList: true, subtree: true });
  const stop = () => grown.disconnect();
  ["wheel", "touchmove", "keydown", "pointerdown"].forEach((kind) => {
    document.addEventListener(kind, stop, { once: true, capture: true });
  });
  window.addEventListener("popstate", stop, { once: true });
}

// Streamlit makes a class of a key by putting a dash for what is no letter, number or dash.
function savePicture(key) {
  const chart = `.st-key-${key.trim().replace(/[^a-zA-Z0-9_-]/g, "-")}`;
  document.querySelector(`${chart} [data-title^="Download plot"]`)?.click();
}

// To the title of the page, where whoever goes by keys or ear goes on, too; an address of its own would be one more page to go back through.
function goUp() {
  const title = document.querySelector('[data-testid="stMain"] h1');
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  document.querySelector('[data-testid="stMain"]').scrollTo({ top: 0 });
}

const narrow = window.matchMedia("(max-width: 768px)"); // here Streamlit lays the sidebar over the page

function uncoverPage() {
  if (narrow.matches) document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
}

function clicked(event) {
  const leaves = event.target.closest?.(PAGE_LINK);
  if (leaves) {
    uncoverPage(); // first, since it is a click too, and one that does not leave
    page.from = null; // a link inside a text sets it afterwards
  }
  page.left = leaves && leaves.pathname !== window.location.pathname ? { state: window.history.state, url: window.location.href } : null;
  Object.keys(ANSWERS).filter((button) => event.target.closest?.(button)).forEach((button) => bring(ANSWERS[button]));
  if (event.target.closest?.(".st-key-begin_lecture button")) lecture(true);
  if (event.target.closest?.(".st-key-end_lecture button")) lecture(false);
  const button = event.target.closest?.("[data-copy-link]");
  if (button) copyLink(button);
  const saved = event.target.closest?.("[data-save-picture]")?.dataset.savePicture;
  if (saved) savePicture(saved);
  if (event.target.closest?.("[data-up]")) goUp();
  const link = event.target.closest?.("a[data-page]");
  // Whoever follows a link by keys goes on at the title of the page, unless the link has stayed; such a click has no detail.
  if (event.isTrusted && !event.detail && (leaves || (link && !link.dataset.part))) bring("h1");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  goTo(link);
}

const SCROLLS = '[class*="st-key-scrolls_"]';

// Not every browser stops at what can only be scrolled: it becomes a stop before Tab looks for the next one.
function reachable({ code }) {
  if (code !== "Tab") return;
  document.querySelectorAll(SCROLLS).forEach((part) => {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  });
}

// The component of a slider names it by its own name and once more by that of the group around it, which bears the same.
function nameOnce(slider) {
  slider.removeAttribute("aria-labelledby");
  slider.closest("[role=group]")?.removeAttribute("aria-label");
}

let named = 0;

const idOf = (element) => { element.id ||= `fw-named-${named += 1}`; return element.id; };

// Streamlit names a mark of help by the control that it belongs to, and "Help" alone behind words: by them, then, of which
// those that stand out are enough. They change without it.
function nameHelp(mark) {
  const said = mark.closest("p");
  const words = said?.querySelector("strong") ?? said;
  if (words) mark.setAttribute("aria-labelledby", words === said ? idOf(said) : `${idOf(words)} ${idOf(mark)}`);
}

const giveName = (target) => (target.matches("input") ? nameOnce(target) : nameHelp(target));

function arrived({ animationName, target }) {
  if (animationName === "fw-came") giveName(target);
}

const presents = () => document.documentElement.classList.contains("fw-present");

// Tables take the size of their letters once, when they are drawn: it has to be there before the answer.
function lecture(present) {
  document.documentElement.classList.toggle("fw-present", present);
  document.documentElement.classList.toggle("fw-plain", !present);
}

const GRID = '[data-testid="stDataFrame"] [style*="--gdg-base-font-style"]';
const LETTERS = 0.85; // of those of the page: tables have 7/8 of them
const LOADS = 30000; // milliseconds in which a page that was opened has drawn its first tables

function hasSmallTable() {
  const wanted = LETTERS * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const sizeOf = (grid) => parseFloat(grid.style.getPropertyValue("--gdg-base-font-style").split(" ").at(-1));
  return [...document.querySelectorAll(GRID)].some((grid) => sizeOf(grid) < wanted);
}

// Where a lecture is opened by its address, a busy machine draws tables together with the style that enlarges them, in
// the letters that were there before: then the server is asked to make them others.
function watchTables(ask) {
  const watcher = new MutationObserver(look);
  function look() {
    if (!hasSmallTable()) return;
    watcher.disconnect();
    ask("small_tables", true);
  }
  watcher.observe(document.querySelector('[data-testid="stMain"]'), { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), LOADS);
  look();
  return watcher;
}

const SLIDER = '[data-testid="stMain"] input[type="range"]';

// What itself answers the space bar, or the arrows.
const BY_SPACE = "input, textarea, select, button, [role=combobox]";
const BY_ARROWS = "input, textarea, select, [role=combobox], [role=radio], [role=tab], [role=button]";

// The key that brings the focus to a slider is pressed once more there: it would be no use to it any more.
function step(slider, key) {
  slider?.focus();
  slider?.dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true, cancelable: true }));
}

// In a lecture the space bar shuffles, or steps, and the arrows move the slider, unless what has the focus answers them:
// a button that was just pressed answers the space bar alone.
function pressed(event) {
  if (event.code === "Tab") opener = null;
  if (!presents()) return;
  if (event.code === "Space" && event.target === opener && opener.getAttribute("aria-expanded") === "false") opener.blur();
  const slider = event.target.matches?.(SLIDER);
  if (!slider && document.activeElement.closest(event.code === "Space" ? BY_SPACE : BY_ARROWS)) return;
  if (event.code === "Space") document.querySelector(":is(.st-key-again, .st-key-lab_step) button")?.click();
  else if (!slider && ["ArrowLeft", "ArrowRight"].includes(event.code)) step(document.querySelector(SLIDER), event.code);
  else return;
  event.preventDefault();
}

// The button that a mouse has pressed for what pops up: once that is closed again the space bar is not to open it anew.
let opener = null;

// A switch that a mouse has set would be set back by the space bar, and a chip so chosen has no answer to it: in a lecture
// both let go of the focus, which they keep where they were pressed by keys (clicks without detail).
function letGo({ detail, target }) {
  if (!detail || !presents()) return;
  opener = target.closest("[aria-haspopup=dialog]");
  setTimeout(() => document.activeElement.closest("[role=switch], [role=radio]")?.blur());
}

// The first tab that has none names the workspace for all of them.
function remember(cookie) {
  if (document.cookie.includes(`${cookie.split("=")[0]}=`)) return;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax${secure}`;
}

const CHOSEN_PICTURES = ".st-key-curve_pictures";
const PICTURES = '[class*="st-key-view_"] .js-plotly-plot, .st-key-matrices_at_threshold, [class*="st-key-place_of_"] [data-testid="stAlert"]';
const DRAWN = 10000; // milliseconds after which nobody waits for a picture any more

const LOW = 0.6; // of the height of the window: what a tab further down opens is hardly seen

// A tab low on the screen would be answered below it. Near the end of a page, to scroll tabs into view would also scroll
// what is around it, out of which nobody finds back.
function turned({ target }) {
  const tabs = target.closest?.('[data-testid="stMain"] [role="tablist"]');
  if (!tabs || tabs.getBoundingClientRect().top <= LOW * window.innerHeight) return;
  whileItGrows((main) => main.scrollBy(0, tabs.getBoundingClientRect().top));
}

// The page is short, and so not scrolled, until what is to come is there; or until somebody does something else.
function whileItGrows(scroll) {
  const main = document.querySelector('[data-testid="stMain"]');
  const grown = new ResizeObserver(() => scroll(main));
  grown.observe(main.querySelector('[data-testid="stMainBlockContainer"]'));
  const stop = () => grown.disconnect();
  ["wheel", "touchmove", "keydown", "pointerdown"].forEach((kind) => {
    document.addEventListener(kind, stop, { once: true, capture: true });
  });
  window.addEventListener("popstate", stop, { once: true });
  setTimeout(stop, DRAWN);
  scroll(main);
}

// What answers to a cell above its matrix may be of another height, and the page short until all of it is there.
function stays({ detail }) {
  const topOf = (main) => main.querySelector(`.st-key-${CSS.escape(detail)}`)?.getBoundingClientRect().top;
  const stood = topOf(document);
  whileItGrows((main) => main.scrollBy(0, (topOf(main) ?? stood) - stood));
}

// An experiment of the Laboratory begins at its top; from it one comes back to its card, not to the top of all of them.
function opened({ target }) {
  if (target.closest?.('[class*="st-key-open_"] button')) {
    page.place = document.querySelector('[data-testid="stMain"]').scrollTop;
    whileItGrows((main) => { if (main.querySelector(".st-key-lab_head")) main.scrollTo(0, 0); });
  }
  if (target.closest?.(".st-key-lab_index button")) comeBack(page.place);
}

// Back comes to the link inside a text that was followed, too.
function returned() {
  const { href, pathname, search } = window.location;
  if (pathname.endsWith("/lab") && !new URLSearchParams(search).has("lab")) comeBack(page.place);
  if (href === page.from?.url) comeBack(page.from.place);
}

function comeBack(place) {
  if (place) whileItGrows((main) => main.scrollTo(0, place));
}

// A picture that is chosen besides others may come far below what it was chosen by.
function added({ target }) {
  if (!target.closest?.(`${CHOSEN_PICTURES} button`)) return;
  const keyOf = (picture) => picture.closest('[class*="st-key-"]').className.match(/st-key-\S+/)[0];
  const known = new Set([...document.querySelectorAll(PICTURES)].map(keyOf));
  const watcher = new MutationObserver(() => {
    const picture = [...document.querySelectorAll(PICTURES)].find((one) => !known.has(keyOf(one)));
    if (!picture) return;
    watcher.disconnect();
    requestAnimationFrame(() => picture.scrollIntoView({ block: "nearest" }));
  });
  watcher.observe(document.querySelector('[data-testid="stMain"]'), { childList: true, subtree: true });
  setTimeout(() => watcher.disconnect(), DRAWN);
}

// On a phone Run stands at the lower edge of the screen, what it turns into on the page.
function begun({ target }) {
  const bar = target.closest?.(".st-key-run_bar");
  if (!bar || !target.closest("button") || getComputedStyle(bar).position !== "fixed") return;
  whileItGrows(() => document.querySelector(".st-key-run_card")?.scrollIntoView());
}

const CONTROL = "a, button, summary";
const HELD = 4; // pixels that a mouse may move while it clicks

// What is pressed straight out of a field that was typed in may be moved away from below the mouse by the answer to what
// was typed, and browsers then know of no click.
function grasped({ button, target, clientX, clientY }) {
  page.held = button === 0 ? { control: target.closest?.(CONTROL), clientX, clientY } : null;
}

function released({ target, clientX, clientY }) {
  const held = page.held;
  page.held = null;
  if (!held?.control?.isConnected || held.control.contains(target)) return;
  if (Math.hypot(clientX - held.clientX, clientY - held.clientY) <= HELD) held.control.click();
}

// The second click of a double one would add a learner once more.
function clickedTwice(event) {
  if (event.detail > 1 && event.target.closest?.(".st-key-add_learner")) event.stopPropagation();
}

// A finger on a picture scrolls, as one beside it does, rather than drawing a box to zoom into; a tap still comes as the
// click of a mouse.
function touched(event) {
  if (event.target.closest?.(".js-plotly-plot")) event.stopPropagation();
}

const app = () => document.querySelector('[data-testid="stApp"]');

// Charts and the logo are made for a light or a dark page: when that changes, the server is asked to make them anew.
function followScheme() {
  const scheme = getComputedStyle(app()).colorScheme;
  document.documentElement.classList.toggle("fw-dark", scheme === "dark");
  if (scheme === page.scheme) return;
  page.scheme = scheme;
  [...page.asks].at(-1)("scheme", scheme);
}

// Several parts of the page may have seen it at the same moment.
function widened(event) {
  event.preventDefault(); // that is: it was heard
  clearTimeout(page.widened);
  page.widened = setTimeout(() => [...page.asks].at(-1)?.("width", event.detail));
}

// Streamlit keeps the theme that was chosen for the path that the browser came by only: it is to hold for every page.
const came = new URL(performance.getEntriesByType("navigation")[0]?.name ?? window.location.href).pathname;
const themeOf = (path) => `stActiveTheme-${path}-v2`;

function spreadTheme() {
  const chosen = localStorage.getItem(themeOf(came));
  if (!chosen) return;
  const links = document.querySelectorAll('[data-testid="stSidebarNavLink"]');
  links.forEach((link) => localStorage.setItem(themeOf(new URL(link.href).pathname), chosen));
}

const FRACTIONS = '[aria-label$="(%)"], [aria-label$="(points)"], [step^="0."]';

const POINTED = new Intl.NumberFormat(navigator.language).format(0.5)[1] === ".";

// A browser that writes 3.5 drops the comma of 3,5 and the stroke of 1/2 and leaves 35 and 12. As points they are seen,
// and in a field for whole numbers refused; there they may part thousands, too.
function pointForComma(event) {
  const { data, target } = event;
  if (!POINTED || target.type !== "number") return;
  const isWhole = !target.matches(FRACTIONS);
  if (data !== "," && !(isWhole && data === "/")) return;
  event.preventDefault();
  if (isWhole) joinThousands(true);
  document.execCommand("insertText", false, ".");
}

// What is pasted reads like what is typed, sign by sign: nobody hears of those that a program inserts.
function pasted(event) {
  const { clipboardData, target } = event;
  const text = clipboardData.getData("text/plain").trim();
  if (!POINTED || target.type !== "number" || !/\d[,/]/.test(text)) return;
  event.preventDefault();
  for (const data of text) {
    const sign = new InputEvent("beforeinput", { data, bubbles: true, cancelable: true });
    if (target.dispatchEvent(sign)) document.execCommand("insertText", false, data);
  }
}

// Of a number that goes on after three digits, as 1,000,000 does, more than three may stand before the next point.
function joinThousands(goesOn) {
  const field = document.activeElement;
  const parted = page.parted === field ? /^\d+\.\d{3}$/ : /^\d{1,3}\.\d{3}$/;
  const joins = POINTED && field?.type === "number" && !field.matches(FRACTIONS) && parted.test(field.value);
  page.parted = joins && goesOn ? field : null;
  if (!joins) return;
  field.select();
  document.execCommand("insertText", false, field.value.replace(".", ""));
}

// Before the number is taken, which it is by Enter and by leaving the field.
function beforeTaken(event) {
  if (event.type === "keydown" ? ["Enter", "Tab"].includes(event.key) : event.target !== document.activeElement) joinThousands(false);
}

const PAPER = 718; // pixels of A4 within its margins

const ON_PAPER = {
  "fw-columns": '[data-testid="stHorizontalBlock"]:has(> [data-testid="stColumn"])',
  "fw-above-a-picture": '[data-testid="stElementContainer"]:has(+ [data-testid="stElementContainer"] [data-testid="stPlotlyChart"])',
};

// On paper nobody sees the address bar, and pictures keep the size that they have on the screen.
function forPaper() {
  for (const [name, found] of Object.entries(ON_PAPER)) {
    document.querySelectorAll(found).forEach((element) => element.classList.add(name));
  }
  const main = document.querySelector('[data-testid="stMainBlockContainer"]');
  const [date, width] = [new Date().toISOString().slice(0, 10), main.firstElementChild.clientWidth];
  const told = [`Foldwise ${page.version}`, date, page.seeds, window.location.href];
  main.dataset.printed = told.filter(Boolean).join(" · ");
  main.style.setProperty("--fw-print", Math.min(PAPER / width, 1));
}

export default function ({ data, setStateValue }) {
  oneEntryPerPage();
  const ask = (...wanted) => setStateValue(...wanted); // of two triggers asked for at once the server hears one
  page.asks.add(ask);
  page.version = data.version;
  page.seeds = data.seeds;
  page.scheme ??= data.scheme;
  const observer = new MutationObserver(followScheme);
  observer.observe(app(), { attributes: true, attributeFilter: ["class"] });
  followScheme();
  if (data.cookie) remember(data.cookie);
  lecture(data.present);
  toPart();
  const watcher = data.present && !data.anew ? watchTables(ask) : null;
  document.addEventListener("foldwise:width", widened);
  document.addEventListener("foldwise:picked", stays);
  document.addEventListener("copy", copied);
  document.addEventListener("beforeinput", pointForComma);
  document.addEventListener("paste", pasted);
  document.addEventListener("keydown", beforeTaken, true);
  document.addEventListener("pointerdown", beforeTaken, true);
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", pressed);
  document.addEventListener("keydown", reachable, true);
  document.addEventListener("animationend", arrived);
  document.querySelectorAll('[data-testid="stSlider"] input, [aria-label="Help"]').forEach(giveName); // those that were here before
  document.addEventListener("click", clickedTwice, true);
  document.addEventListener("click", letGo, true);
  document.addEventListener("click", added, true);
  document.addEventListener("click", turned, true);
  document.addEventListener("click", begun, true);
  document.addEventListener("click", opened, true);
  window.addEventListener("popstate", returned);
  document.addEventListener("touchstart", touched, { capture: true, passive: true });
  document.addEventListener("pointerdown", grasped, true);
  document.addEventListener("mouseup", released, true);
  document.addEventListener("mouseover", entered);
  window.addEventListener("pagehide", spreadTheme);
  window.addEventListener("beforeprint", forPaper);
  return () => {
    observer.disconnect();
    watcher?.disconnect();
    page.asks.delete(ask);
    if (page.asks.size) return; // the instance that came in this one's place listens by the same functions
    window.removeEventListener("pagehide", spreadTheme);
    window.removeEventListener("beforeprint", forPaper);
    document.removeEventListener("foldwise:width", widened);
    document.removeEventListener("foldwise:picked", stays);
    document.removeEventListener("copy", copied);
    document.removeEventListener("beforeinput", pointForComma);
    document.removeEventListener("paste", pasted);
    document.removeEventListener("keydown", beforeTaken, true);
    document.removeEventListener("pointerdown", beforeTaken, true);
    document.removeEventListener("click", clicked);
    document.removeEventListener("keydown", pressed);
    document.removeEventListener("keydown", reachable, true);
    document.removeEventListener("animationend", arrived);
    document.removeEventListener("click", clickedTwice, true);
    document.removeEventListener("click", letGo, true);
    document.removeEventListener("click", added, true);
    document.removeEventListener("click", turned, true);
    document.removeEventListener("click", begun, true);
    document.removeEventListener("click", opened, true);
    window.removeEventListener("popstate", returned);
    document.removeEventListener("touchstart", touched, { capture: true });
    document.removeEventListener("pointerdown", grasped, true);
    document.removeEventListener("mouseup", released, true);
    document.removeEventListener("mouseover", entered);
  };
}
