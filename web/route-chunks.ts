import { dirname, resolve } from 'node:path';

import { parseAst, type Plugin, type Rolldown } from 'vite';

/** Modules of one chunk. */
export interface ChunkGroup {
  name: string | ((id: string) => string | null);
  test?: RegExp;
  tags?: ['$initial'];
  priority?: number;
}

/** What the bundler says about a module. */
interface ModuleInfo {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

/** Modules of packages that only pass on what others export. */
const packageIndex = /\/node_modules\/.*\/(?:index|tabler-icons-react)\.m?js$/u;
/** The component of a route. The first part of its path is its area. Routes outside of `_app` need no sign-in. */
const routePart = /\/src\/routes\/(?:_app\.)?([a-z-]+)[^/]*\.tsx\?tsr-split=component(?:---loader)?$/u;
/** A route whose last part names a tab of its page, such as `_app.orders.{-$type}.tsx`. */
const tabbedRoute = /\/src\/routes\/[^/]*\.\{-\$[a-z]+\}\.tsx$/u;
/** The module of a tab that such a route imports when it opens: `export-tab.tsx` is /orders/export. */
const tabModule = /\/([a-z]+)-tab\.tsx$/u;
/** The module of a drawer that such a route imports when its address names what the drawer shows: `product-drawer.tsx` is ?product=. */
const drawerModule = /\/([a-z]+)-drawer\.tsx$/u;
/** What each drawer loads when it opens. */
const drawerWindow = '/shared/overlay/drawer-window.tsx';
const framePart = '/src/routes/_app.tsx?tsr-split=component';
/** What the pages of so many areas need is part of the frame. */
const severalAreas = 3;
/** What some pages need in the page and others in dialogs, too large for all of them to load it with the frame. */
const families = {
  charts: /\/(?:d3-[a-z]+|shared\/charts)\//u,
  fields: /\/(?:@mantine|shared\/form\/(?!date-range))/u,
} as const;

/** The routes that a module is loaded with. */
interface Use {
  /** Routes that load it with their component. */
  routes: Set<string>;
  /** Also those that load it later, with a dialog. */
  all: Set<string>;
}

/**
 * Puts what a route needs into few chunks, since each file costs a phone a part of a round trip. By itself, the bundler
 * makes a chunk for each set of routes that share something: dozens of files of less than a kilobyte.
 *
 * - `signed-out` has what pages before sign-in share with others;
 * - `frame` has the frame of all pages and what the pages of several areas need;
 * - a family has what only some of them need;
 * - an area has what its pages share, and its parts what a page shares with a dialog of another page;
 * - a page has the rest.
 */
export function routeChunks(): { plugin: Plugin; groups: ChunkGroup[] } {
  const uses = new Map<string, Use>();
  const plugin: Plugin = {
    name: 'route-chunks',
    apply: 'build',
    buildEnd() {
      const graph = new ModuleGraph((id) => this.getModuleInfo(id));
      for (const root of this.getModuleIds()) {
        if (root.endsWith(framePart) || routePart.test(root)) addUses(root, graph, uses);
      }
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(
          filesOfRoutes(bundle, (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
          undefined,
          1,
        );
        this.emitFile({ type: 'asset', fileName: '.vite/routes.json', source });
      },
    },
  };
  const chunkOfModule = (id: string) => chunkOf(id, uses.get(id));
  return {
    plugin,
    // One after the other: a chunk also takes what its modules import, unless a former one has it.
    groups: stages.map((stage, index) => ({
      name: (id) => {
        const chunk = chunkOfModule(id);
        return chunk?.stage === stage ? chunk.name : null;
      },
      priority: stages.length - index,
    })),
  };
}

/** The kinds of chunks. Each imports from former ones alone. */
const stages = ['signed-out', 'frame', 'family', 'area', 'parts', 'page'] as const;

interface Chunk {
  stage: (typeof stages)[number];
  name: string;
}

function addUses(root: string, graph: ModuleGraph, uses: Map<string, Use>): void {
  for (const kind of ['routes', 'all'] as const) {
    const open = [root];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const use = uses.get(id) ?? { routes: new Set(), all: new Set() };
      if (use[kind].has(root)) continue;
      use[kind].add(root);
      uses.set(id, use);
      // What a page before sign-in loads later is no reason to load it with the frame.
      const isFollowed = kind === 'all' && root.includes('/_app.');
      open.push(...graph.importsOf(id), ...(isFollowed ? graph.laterImportsOf(id) : []));
    }
  }
}

/** Returns the chunk of a module; undefined leaves it to the bundler. */
function chunkOf(id: string, use: Use | undefined): Chunk | undefined {
  if (!use || use.routes.size === 0) return undefined;
  const routes = [...use.routes];
  if (routes.length > 1 && routes.some((route) => !route.includes('/_app.')))
    return { stage: 'signed-out', name: 'signed-out' };
  if (use.routes.size === 1 && use.all.size === 1 && !routes[0]?.endsWith(framePart)) {
    return { stage: 'page', name: `page-${nameOf(routes[0])}` };
  }
  const [area] = areasOf(use.all);
  if (area !== undefined && areasOf(use.all).size === 1) {
    return routes.length > 1 ? { stage: 'area', name: area } : { stage: 'parts', name: `parts-${nameOf(routes[0])}` };
  }
  const framed = routes.some((route) => route.endsWith(framePart));
  const few = !framed && areasOf(routes).size < severalAreas;
  const family = few && Object.entries(families).find(([, test]) => test.test(id));
  return family ? { stage: 'family', name: family[0] } : { stage: 'frame', name: 'frame' };
}

/** Returns the name of a route's file, without `_app.` and its end. */
function nameOf(id = ''): string {
  return id.replace(/^.*\/(?:_app\.)?/u, '').replace(/\.tsx.*$/u, '');
}

const areaOf = (route = '') => routePart.exec(route)?.[1];
const areasOf = (routes: Iterable<string>) => new Set([...routes].map(areaOf));

/** The files of a route beside those of the first page, which index.html names. */
interface RouteFiles {
  /** As the router writes it: `/orders/{-$type}`. */
  path: string;
  /** The parameter of the address that opens a drawer, whose code is in these files too. */
  query?: string;
  files: string[];
}

/** Returns the files of all routes. The server takes the first that matches, so tabs and drawers come before the route that has them. */
function filesOfRoutes(bundle: Rolldown.OutputBundle, laterImportsOf: (id: string) => readonly string[]): RouteFiles[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const add = (chunk: Rolldown.OutputChunk | undefined, files: Set<string>) => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports)
      add(
        chunks.find(({ fileName }) => fileName === name),
        files,
      );
  };
  const first = new Set<string>();
  for (const chunk of chunks) if (chunk.isEntry) add(chunk, first);
  const chunkWith = (isWanted: (id: string) => boolean) => chunks.find(({ moduleIds }) => moduleIds.some(isWanted));
  const found: RouteFiles[] = [];
  const tabs: RouteFiles[] = [];
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      if (!routePart.test(id)) continue;
      const files = new Set<string>();
      if (id.includes('/_app.'))
        add(
          chunkWith((one) => one.endsWith(framePart)),
          files,
        );
      add(chunk, files);
      const path = pathOf(id);
      found.push({ path, files: [...files].filter((file) => !first.has(file)) });
      for (const tab of tabsOf(id.replace(/\?.*$/u, ''), laterImportsOf)) {
        const ofTab = new Set(files);
        add(
          chunkWith((one) => one === tab.module),
          ofTab,
        );
        tabs.push({
          path: path.replace(/[^/]*$/u, tab.name),
          files: [...ofTab].filter((file) => !first.has(file)),
        });
      }
      for (const drawer of drawersOf(id.replace(/\?.*$/u, ''), laterImportsOf)) {
        const withDrawer = new Set(files);
        for (const module of [drawer.module, drawerWindow]) {
          add(
            chunkWith((one) => one.endsWith(module)),
            withDrawer,
          );
        }
        tabs.push({ path, query: drawer.query, files: [...withDrawer].filter((file) => !first.has(file)) });
      }
    }
  }
  const sorted = (list: RouteFiles[]) => list.toSorted((a, b) => a.path.localeCompare(b.path, 'en'));
  return [...sorted(tabs), ...sorted(found)];
}

/** The tabs whose code a route loads by itself when one of them opens. */
function tabsOf(route: string, laterImportsOf: (id: string) => readonly string[]): { name: string; module: string }[] {
  if (!tabbedRoute.test(route)) return [];
  return laterImportsOf(route).flatMap((module) => {
    const name = tabModule.exec(module)?.[1];
    return name === undefined ? [] : [{ name, module }];
  });
}

/** The drawers whose code a route loads by itself when the address opens one. */
function drawersOf(
  route: string,
  laterImportsOf: (id: string) => readonly string[],
): { query: string; module: string }[] {
  return laterImportsOf(route).flatMap((module) => {
    const query = drawerModule.exec(module)?.[1];
    return query === undefined ? [] : [{ query, module }];
  });
}

/** Returns the path of a route from the name of its file: `_app.deposit_.top-up.tsx` is /deposit/top-up. */
function pathOf(id: string): string {
  return `/${nameOf(id).replaceAll('_.', '.').replaceAll('.', '/')}`;
}

/** Which modules import which. */
class ModuleGraph {
  readonly #info: (id: string) => ModuleInfo | null;
  readonly #imports = new Map<string, string[]>();
  readonly #origins = new Map<string, Map<string, string>>();

  constructor(info: (id: string) => ModuleInfo | null) {
    this.#info = info;
  }

  laterImportsOf(id: string): readonly string[] {
    return this.#info(id)?.dynamicallyImportedIds ?? [];
  }

  importsOf(id: string): string[] {
    const known = this.#imports.get(id);
    if (known) return known;
    const found = this.#findImports(id);
    this.#imports.set(id, found);
    return found;
  }

  /** A name that is imported from the index of a package stands for the module that it is from. */
  #findImports(id: string): string[] {
    const { importedIds, code } = this.#info(id) ?? { importedIds: [], code: '' };
    if (packageIndex.test(id)) return [...importedIds];
    const indexes = importedIds.filter((imported) => packageIndex.test(imported));
    const found = importedIds.filter((imported) => !indexes.includes(imported));
    if (indexes.length === 0) return found;
    for (const { source, names } of importsIn(code ?? '')) {
      const index = indexes.find((one) => one.includes(`/node_modules/${source}/`));
      if (index) found.push(...names.map(({ name }) => this.#originsIn(index).get(name) ?? index));
    }
    return found;
  }

  /** Returns which module each name is from that an index exports. */
  #originsIn(index: string): Map<string, string> {
    const known = this.#origins.get(index);
    if (known) return known;
    const found = new Map<string, string>();
    for (const { source, names } of importsIn(this.#info(index)?.code ?? '')) {
      const from = resolve(dirname(index), source);
      for (const { as } of names) found.set(as, from);
    }
    this.#origins.set(index, found);
    return found;
  }
}

interface Import {
  source: string;
  /** The name in the imported module, and the name that it gets. */
  names: { name: string; as: string }[];
}

/** Returns what a module imports or passes on by name. */
function importsIn(code: string): Import[] {
  return parseAst(code).body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') {
      const names = statement.specifiers.map(({ local, ...one }) => ({
        name: 'imported' in one ? nameIn(one.imported) : 'default',
        as: local.name,
      }));
      return [{ source: statement.source.value, names }];
    }
    if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      const names = statement.specifiers.map(({ local, exported }) => ({ name: nameIn(local), as: nameIn(exported) }));
      return [{ source: statement.source.value, names }];
    }
    return [];
  });
}

/** A name may also be written as a text. */
function nameIn(written: { name: string } | { value: string }): string {
  return 'name' in written ? written.name : written.value;
}
