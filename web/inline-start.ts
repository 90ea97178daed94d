import { build, type InlineConfig, type Plugin } from 'vite';

/** Where index.html has the script. */
const mark = '<!-- start -->';

/**
 * Writes a module, with what it imports, as a script into the page: it runs before the first paint and asks for data
 * while the app's files are on their way. A file of its own would take a step more, and would come after the files that
 * the page names. Vite gives the script the nonce that the content security policy asks for.
 */
export function inlineStart(entry: string, config: Pick<InlineConfig, 'base' | 'resolve' | 'define'>): Plugin {
  return {
    name: 'inline-start',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const code = await bundled(entry, config);
        if (!html.includes(mark) || code.includes('</script')) throw new Error(`there is no place for ${entry}`);
        return html.replace(mark, () => `<script>${code}</script>`);
      },
    },
  };
}

async function bundled(entry: string, config: Pick<InlineConfig, 'base' | 'resolve' | 'define'>): Promise<string> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'start' },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const chunk = bundle && 'output' in bundle ? bundle.output[0] : undefined;
  if (!chunk) throw new Error(`${entry} has no code`);
  return chunk.code.trim();
}
