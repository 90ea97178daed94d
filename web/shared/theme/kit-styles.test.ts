import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

const web = path.resolve(import.meta.dirname, '../..');
const modulesOf = (name: string) => path.join(web, 'node_modules', name);
const kits = ['@mantine/core', '@mantine/dates'];

/**
 * Parts that the kit's modules import but our screens never render. Each with the reason: a part that is missing here
 * and in the styles would be shown without its look, as all skeletons once were.
 */
const neverRendered: Record<string, string> = {
  Loader: 'no control has the prop `loading`: ProgressButton shows progress itself',
  Combobox: 'native selects have a chevron of their own as right section',
  Paper: 'modals and drawers have their surface from overlays.module.css',
  CheckboxCard: 'not used',
  CheckboxIndicator: 'not used',
  RadioCard: 'not used',
  RadioIndicator: 'not used',
};

/** Parts whose styles only matter where a scroller of the kit is shown. */
const scrollerOf = new Set(['Modal', 'Drawer']);

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$|\.gen\.ts$/u.test(name))
    .map((name) => path.join(folder, name));
}

const texts = new Map<string, string>();
function textOf(file: string): string {
  const content = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, content);
  return content;
}

/** Returns the classes that have a rule in the styles which a module imports. */
function ruledBy(file: string): Set<string> {
  const styles = [...textOf(file).matchAll(/^import '(@mantine[^']+\.css)';/gmu)].map(([, name = '']) => name);
  return new Set(styles.flatMap((name) => textOf(modulesOf(name)).match(/\bm_[0-9a-f]+\b/gu) ?? []));
}

/** The modules of a kit by the names that it exports. */
function exportsOf(kit: string): Map<string, string> {
  const index = path.join(modulesOf(kit), 'esm/index.mjs');
  const fileByName = new Map<string, string>();
  for (const [, names = '', from = ''] of textOf(index).matchAll(/import \{ ([^}]+) \} from "(\.[^"]+)"/gu)) {
    for (const name of names.split(',')) {
      fileByName.set(name.trim().split(' as ').at(-1) ?? '', path.resolve(path.dirname(index), from));
    }
  }
  return fileByName;
}

function importedBy(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, from = ''] of textOf(file).matchAll(/from "(\.[^"]+)"/gu)) {
    importedBy(path.resolve(path.dirname(file), from), seen);
  }
  return seen;
}

/** Returns the classes of a part and of the parts that it is made of, by the name of the part. */
function classesOf(module: string): Map<string, string[]> {
  const classesByFile = new Map<string, string[]>();
  for (const file of importedBy(module)) {
    if (!file.endsWith('.module.mjs')) continue;
    const classes = [...textOf(file).matchAll(/"[\w-]+": "(m_[0-9a-f]+)"/gu)].map(([, name = '']) => name);
    classesByFile.set(path.basename(file, '.module.mjs'), classes);
  }
  return classesByFile;
}

const parts = new Map(kits.map((kit) => [kit, exportsOf(kit)]));
/** Classes of a module without any rule in the kit's own styles are hooks, not looks. */
const allRules = new Set(
  kits.flatMap((kit) => textOf(path.join(modulesOf(kit), 'styles.layer.css')).match(/\bm_[0-9a-f]+\b/gu) ?? []),
);

/** Returns the parts that a module imports from the kit and whose classes have no rule there, by name. */
function withoutRule(file: string, everywhere: ReadonlySet<string>): string[] {
  const ruled = ruledBy(file);
  const missing: string[] = [];
  for (const [, names = '', kit = ''] of textOf(file).matchAll(/import \{([^}]+)\} from '(@mantine\/\w+)'/gu)) {
    for (const name of names.split(',').map((one) => one.trim())) {
      const module = parts.get(kit)?.get(name);
      if (module === undefined) continue;
      for (const [part, classes] of classesOf(module)) {
        const bare = classes.filter((one) => allRules.has(one) && !ruled.has(one) && !everywhere.has(one));
        const excused = part in neverRendered || (part === 'ScrollArea' && scrollerOf.has(name));
        if (bare.length > 0 && !excused) missing.push(`${path.relative(web, file)}: ${name} needs ${part}.layer.css`);
      }
    }
  }
  return missing;
}

describe('the styles of the kit', () => {
  const sources = ['shared', 'dashboard/src'].flatMap((folder) => sourcesUnder(path.join(web, folder)));
  const first = ruledBy(path.join(web, 'shared/theme/styles.ts'));
  const shell = ruledBy(path.join(web, 'shared/theme/overlay-styles.ts'));

  it('are there for every part that a module imports', () => {
    const everywhere = new Set([...first, ...shell]);
    expect(sources.length).toBeGreaterThan(300);
    expect(sources.flatMap((file) => withoutRule(file, everywhere))).toEqual([]);
  });

  it('are found missing by name', () => {
    const page = path.join(web, 'shared/app/session/access-guard.tsx');
    const missing = sources.flatMap((file) => withoutRule(file, first));
    expect(missing).toContain('shared/overlay/dialog-window.tsx: Modal needs ModalBase.layer.css');
    expect(textOf(page)).toContain('Skeleton');
    expect(missing).toContain('shared/app/session/access-guard.tsx: Skeleton needs Skeleton.layer.css');
  });

  it('of parts that are never rendered are not needed: no control has the prop `loading`', () => {
    const loading = sources.filter((file) =>
      /<(?:Button|ActionIcon|TextInput|Switch)\b[^>]*\sloading\b/u.test(textOf(file)),
    );
    expect(loading).toEqual([]);
  });
});
