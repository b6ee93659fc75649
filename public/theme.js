// Sets the theme before the first paint, so that nothing flashes, the bare page under it included. A file of its own: the page's
// policy forbids inline scripts.
try {
  const theme = localStorage.getItem('backsweep.theme') || 'system';
  document.documentElement.dataset.theme = theme;
  if (theme !== 'system')
    document.querySelector('meta[name="color-scheme"]').content = theme === 'dark' ? 'dark' : 'light';
} catch {
  document.documentElement.dataset.theme = 'system';
}
