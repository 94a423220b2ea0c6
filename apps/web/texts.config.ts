import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LANGUAGE_CODES } from '@app/i18n';
import { compile, pseudo } from '@app/i18n/compile';
import type { Plugin } from 'vite';

const FOLDER = resolve(import.meta.dirname, '../../packages/i18n/src');
/** Texts used only by servers. */
const NOT_IN_THE_APP = ['mail', 'notice'];

const features = () =>
  readdirSync(FOLDER).filter((name) => existsSync(resolve(FOLDER, name, 'en.json')) && !NOT_IN_THE_APP.includes(name));

function compiled(feature: string, language: string, transform?: (text: string) => string): string {
  const written = JSON.parse(readFileSync(resolve(FOLDER, feature, `${language}.json`), 'utf8')) as Record<
    string,
    string
  >; // Our own file, tested.
  return JSON.stringify(
    Object.fromEntries(Object.entries(written).map(([key, message]) => [key, compile(message, transform)])),
  );
}

/** Returns every feature in every language as a separate file, ICU compiled; all names carry one version. */
function textFiles(isPseudo: boolean): Map<string, string> {
  const transform = isPseudo ? pseudo : undefined;
  return new Map(
    features().flatMap((feature) =>
      LANGUAGE_CODES.map((language): [string, string] => [
        `${feature}.${language}`,
        compiled(feature, isPseudo ? 'en' : language, transform),
      ]),
    ),
  );
}

/**
 * Emits text files that the app fetches by name (`data/app/texts.ts`), so that 240 files need no map of file names in the
 * first download. Mode `pseudo` ships the pseudo-locale instead of every language.
 */
export function texts(mode: string): Plugin {
  const read = () => textFiles(mode === 'pseudo');
  const versionOf = (files: Map<string, string>) =>
    createHash('sha256')
      .update(JSON.stringify([...files]))
      .digest('base64url')
      .slice(0, 10);
  return {
    name: 'texts',
    config: (_config, { command }) => ({
      define: { 'import.meta.env.TEXTS_VERSION': JSON.stringify(command === 'build' ? versionOf(read()) : 'changing') },
    }),
    generateBundle() {
      const files = read();
      const version = versionOf(files);
      for (const [name, source] of files)
        this.emitFile({ type: 'asset', fileName: `assets/texts-${name}-${version}.json`, source });
    },
    configureServer: (server) =>
      void server.middlewares.use((request, response, next) => {
        const name = /\/assets\/texts-(.+)-changing\.json$/.exec(request.url ?? '')?.[1];
        const source = name === undefined ? undefined : read().get(name);
        if (source === undefined) return next();
        response.setHeader('content-type', 'application/json').end(source);
      }),
  };
}
