// Tells the page that its column became narrower or wider than what matters to a part of it: only the browser knows. The
// page asks for all of itself, since a run of a part that is asked for before the part is there again would be lost.

const AGAIN = 50; // milliseconds until a page that does not listen yet is told again

export default function ({ data }) {
  let known = data.width;
  const column = document.querySelector('[data-testid="stMainBlockContainer"]').firstElementChild;
  let later;
  const tell = () => {
    clearTimeout(later);
    const width = column.clientWidth;
    if (width < data.least === known < data.least) return;
    const isUnheard = document.dispatchEvent(new CustomEvent("foldwise:width", { detail: width, cancelable: true }));
    if (isUnheard) later = setTimeout(tell, AGAIN);
    else known = width;
  };
  const observer = new ResizeObserver(tell);
  observer.observe(column);
  return () => { clearTimeout(later); observer.disconnect(); };
}
