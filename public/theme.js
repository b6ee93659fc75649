// Sets the theme before the first paint, so that nothing flashes. A file of its own: the page's policy forbids inline scripts.
try {
  document.documentElement.dataset.theme = localStorage.getItem('backsweep.theme') || 'system';
} catch {
  document.documentElement.dataset.theme = 'system';
}
