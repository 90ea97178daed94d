// Searches the index of the site. The pages are whole without it.
const box = document.querySelector('#search');
const query = document.querySelector('#query');
const found = document.querySelector('#found');
const most = 12;
let index;

const load = () => (index ??= fetch('/docs/search.json').then((answer) => answer.json()));

// A word counts most in a heading, then in the title of the page, then in the text.
function score(entry, words) {
  let sum = 0;
  for (const word of words) {
    const here = entry.t.toLowerCase().includes(word) ? 8 : entry.p.toLowerCase().includes(word) ? 3 : entry.w.toLowerCase().includes(word) ? 1 : 0;
    if (here === 0) return 0;
    sum += here;
  }
  return sum;
}

function part(entry, words) {
  const at = Math.max(0, entry.w.toLowerCase().indexOf(words[0]) - 30);
  return entry.w.slice(at, at + 140);
}

function show(entries, words) {
  found.replaceChildren(
    ...entries.map((entry) => {
      const link = document.createElement('a');
      link.href = entry.u;
      link.textContent = entry.t === entry.p ? entry.t : `${entry.p}: ${entry.t}`;
      const text = document.createElement('small');
      text.textContent = part(entry, words);
      link.append(text);
      return link;
    }),
  );
  if (entries.length === 0) {
    const none = document.createElement('p');
    none.textContent = 'Nothing found. Try fewer or other words.';
    found.append(none);
  }
  found.hidden = false;
}

async function search() {
  const words = query.value.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) {
    found.hidden = true;
    return;
  }
  const scored = (await load()).map((entry) => [score(entry, words), entry]).filter(([sum]) => sum > 0);
  scored.sort((a, b) => b[0] - a[0]);
  show(scored.slice(0, most).map(([, entry]) => entry), words);
}

box.hidden = false;
query.addEventListener('input', search);
query.addEventListener('focus', load);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !event.target.matches('input, textarea')) {
    event.preventDefault();
    query.focus();
  } else if (event.key === 'Escape') {
    found.hidden = true;
  } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && box.contains(event.target) && !found.hidden) {
    const links = [query, ...found.querySelectorAll('a')];
    const to = links[links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)];
    if (to) {
      event.preventDefault();
      to.focus();
    }
  }
});
document.addEventListener('click', (event) => {
  if (!box.contains(event.target) || event.target.closest('a')) found.hidden = true;
});
