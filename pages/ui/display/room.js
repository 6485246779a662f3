// Tells the server whether the column of the page is narrow: only the browser knows, and it may change.

export default function ({ data, setStateValue }) {
  let known = data.narrow;
  const column = document.querySelector('[data-testid="stMainBlockContainer"]').firstElementChild;
  const tell = () => {
    const narrow = column.clientWidth < data.least;
    if (narrow === known) return;
    known = narrow;
    setStateValue("narrow", narrow);
  };
  const observer = new ResizeObserver(tell);
  observer.observe(column);
  return () => observer.disconnect();
}
