// Sets the colour scheme and the language before the first paint. A file of its own, because the content security
// policy allows no inline script; the keys are those of shared/theme/color-scheme.ts and shared/i18n/language.ts.
(function () {
  var root = document.documentElement;
  var scheme = null;
  try {
    scheme = window.localStorage.getItem('loket.dashboard.colorScheme');
    root.lang = window.localStorage.getItem('loket.dashboard.language') === 'id' ? 'id' : 'en';
  } catch {
    // Storage may be blocked: the system decides then.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
})();
