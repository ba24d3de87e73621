// Mends two faults of scaladoc's own script. It must run before that script.

// Follows links as a browser does. Scaladoc's script replaces the page's content instead, and then scrolls to the top even if
// the link leads to a heading further down.
window.addEventListener("click", event => {
  if (event.target.closest("a[href]")) event.stopPropagation();
}, true);

// Scaladoc's script expects a button in the element that the address names. At a heading, which has none, it would stop with an
// error, before it colours the page's code.
window.addEventListener("DOMContentLoaded", () => {
  const target = document.getElementById(location.hash.substring(1));
  if (target && !target.querySelector(".icon-button")) {
    const button = document.createElement("span");
    button.className = "icon-button";
    button.hidden = true;
    target.append(button);
  }
});
