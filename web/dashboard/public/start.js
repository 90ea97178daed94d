// What must not wait for the app: the colour scheme and the language before the first paint, and the user, whom each
// page after sign-in asks for. A file of its own, because the content security policy allows no inline script. The keys
// are those of shared/theme/color-scheme.ts, shared/i18n/language.ts and shared/session/session.ts.
(function () {
  var prefix = 'loket.dashboard.';

  function stored(key) {
    try {
      return window.localStorage.getItem(prefix + key);
    } catch {
      // Storage may be blocked: the system decides then.
      return null;
    }
  }

  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  var root = document.documentElement;
  var scheme = stored('colorScheme');
  root.lang = stored('language') === 'id' ? 'id' : 'en';
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);

  // As src/session/current-user.ts: kept values are fresh for five minutes, that of a root user without a PIN never.
  function fresh(name) {
    var kept = parsed(stored('session.' + name));
    if (!kept || !kept.value || Date.now() - kept.at > 300000) return false;
    return kept.value.pin !== false || kept.value.role.indexOf('client_root') < 0;
  }

  var token = parsed(stored('session.token'));
  // Pages before sign-in need no user. A frame gets a notice instead of the app.
  if (/\/(?:login|forgot-password(?:-confirmation)?|change-password)\/?$/.test(window.location.pathname)) return;
  if (typeof token !== 'string' || parsed(stored('session.passwordExpired')) === true || window.self !== window.top)
    return;
  var config = parsed(document.querySelector('#loket-config').textContent);
  var base = (config ? config.baseUrls.main : '').replace(/\/+$/, '') || window.location.origin;
  var answers = {};
  function ask(path) {
    var headers = { Authorization: 'Bearer ' + token, 'Accept-Language': root.lang };
    answers[base + path] = window.fetch(base + path, { headers: headers });
    // The app asks again and says what is wrong.
    answers[base + path].catch(function () {});
  }
  if (!fresh('userDetail')) ask('/v1/user');
  if (!fresh('permissions')) ask('/v1/permission');
  // Read by shared/api/early-answers.ts.
  window.loketEarly = { authorization: 'Bearer ' + token, answers: answers };
})();
