// Adds optional packages of other platforms that npm left out of package-lock.json. Without them `npm ci` rejects the
// lock on those platforms. Run it after each change of dependencies.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const systems = new Set(['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']);
const processors = new Set(['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']);

/** Returns the platform of a package from its name, such as `@oxfmt/binding-linux-x64-musl`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  // Runs on every system. npm itself skips it unless asked for this processor.
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  const os = words.find((word) => systems.has(word));
  const cpu = words.find((word) => processors.has(word));
  if (!os || !cpu) return undefined;
  const [abi] = /^(?:gnu|musl)/u.exec(words.at(-1)) ?? [];
  const libc = abi === 'gnu' ? 'glibc' : abi;
  return { cpu: [cpu], ...(os === 'linux' && libc && { libc: [libc] }), os: [os] };
}

const lock = JSON.parse(await readFile(path, 'utf8'));
let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[key] || !platform) continue;
    const { cpu, libc, os } = platform;
    lock.packages[key] = {
      version,
      cpu,
      ...(entry.dev && { dev: true }),
      ...(libc && { libc }),
      optional: true,
      ...(os && { os }),
    };
    added += 1;
  }
}
const [root, ...rest] = Object.entries(lock.packages);
rest.sort(([left], [right]) => left.localeCompare(right, 'en'));
lock.packages = Object.fromEntries([root, ...rest]);
await writeFile(path, `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(`added ${added} packages to the lock`);
