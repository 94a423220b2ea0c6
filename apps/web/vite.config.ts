import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { HASHED_FILE } from '@app/base';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { circles } from './circles.config.ts';
import { compress } from './compress.config.ts';
import { descriptions } from './descriptions.config.ts';
import { firstPaint } from './first-paint.config.ts';
import { offline, WORKER } from './offline.config.ts';
import { search } from './search.config.ts';
import { texts } from './texts.config.ts';

/** Shared by screens but not used by home, which every user waits for: loaded with the first screen that needs one. */
const NOT_AT_HOME =
  /(?:web[/]src[/](?:data[/]\w+|lib)|client[/]src[/]\w+)[/](?:orders|list-channel|use-quote-state|use-channel-life|use-wide|use-after-closing|upload|read-upload|chosen-country|limits-query|days|open-lists|use-filter-sheet|download|step-up|device-key|draft|use-size|use-last-known)\.ts$|ui[/]src[/]data[/]identifiers[/]copy-text\.tsx$/;

/** Needed by a few pages, and by none with a tight limit: split by usage. */
const OF_FEW =
  /web[/]src[/](?:data[/]\w+|lib)[/](?:risk-read|offered-market|use-is-mounted|step-order)\.ts$|ui[/]src[/](?:data[/](?:countdown(?:-text)?|list-end)|feedback[/]result-view|entry[/]code-sender)\.tsx?$/;

const isCommon = (id: string): boolean => !NOT_AT_HOME.test(id) && !OF_FEW.test(id);

/** Without the files that need rules of prices and costs or the routes of accounts, which a chunk would pull along. */
const DATA =
  /packages[/]client[/](?!src[/](?:contract|seconds|call[/]unresolved))|web[/]src[/](?:data|lib)[/](?!market[/](?:price-state|contract-rules|chart-drawing|calm-quotes|seen-part)|app[/](?:send-language|list-labels)|period|zoned-days|use-seen|call[/]csv-file|session[/]demo-guide|account[/](?:costs|conversions|deals|transfer-funds|shown-outcomes))/;

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
}; // Our own file.
/** Few chunks: on a mobile network each request costs more than what it loads. */
const CHUNKS: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 3 },
  { name: 'frame', tags: ['$initial'], test: (id) => !id.endsWith(WORKER), priority: 2 },
  // Server communication: every screen with data needs all of it.
  {
    name: 'wire',
    test: /node_modules[/]zod|packages[/](?:base[/]src[/]decision|money[/]src[/](?!steps|exact-fee)|protocol[/]src[/][^/]+\.ts|domain[/]src[/](?:checks|ledger|reference[/]products))|data[/]call[/]call\.ts|client[/]src[/]call[/]send-call\.ts/,
    priority: 1,
  },
  // UI and state that many screens use; the rest is split by usage: dialogs, which home has none of, bring a library along. Nothing here is merged by size: that caused import
  // cycles between files (`circles` rejects such a build).
  {
    name: 'entry',
    test: /packages[/]ui[/]src[/]entry[/](?!tab|use-hold|amount|code-sender|choice[/]switch)/,
    minShareCount: 6,
    priority: 1,
  }, // Forms; home has none.
  // Lists without end are on many screens, but not on home.
  {
    name: 'lists',
    test: /packages[/]ui[/]src[/]data[/]infinite-list|node_modules[/]@tanstack[/](?:react-virtual|virtual-core)/,
    priority: 1,
  },
  {
    name: 'ui',
    test: (id) =>
      /packages[/]ui[/]src[/](?!entry[/](?:amount|choice[/]switch)|market[/]book|feedback[/]dialog|data[/]list-states)/.test(
        id,
      ) && isCommon(id),
    minShareCount: 6,
  },
  { name: 'shared', test: (id) => DATA.test(id) && isCommon(id), minShareCount: 2 },
  // Of these, what pages of the account need and trade pages do not.
  {
    name: 'account',
    test: /(?:data|src)[/]\w+[/](?:download|upload|read-upload|chosen-country|step-up|device-key|coin-networks|network-name|use-moment|wait-text)\.ts$/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'later', test: NOT_AT_HOME, minShareCount: 2 },
  // Rules of prices and values: each is small, and home needs all of them.
  {
    name: 'rules',
    test: /domain[/]src[/](?:market[/](?:freshness|price-state)|wallet[/](?:worth|shown-places))\.ts$|money[/]src[/]steps\.ts$/,
    minShareCount: 2,
  },
  // Small parts of home's equity card that the assets page shares, and that need no rules which would come along.
  {
    name: 'equity',
    test: /features[/]wallet[/](?:equity[/]equity-(?:line-model|loading|figures)|valuation[/](?:hidden-amounts|rate-moment))\.tsx?$/,
    minShareCount: 2,
  },
];
const GROUPS = new Set(CHUNKS.map(({ name }) => name));
/** Parts that journeys hold up by their names. */
const HELD_UP = new Set(['register-screen', 'transfer-screen', 'sheet-body']);

/**
 * Files to fetch together with a dynamically imported one. The frame lists them for every screen, so it leaves out those
 * that are being fetched anyway: the imported file, and those of the frame itself.
 */
const withoutLoaded = (file: string, needed: readonly string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  needed.filter((one) => hostType === 'html' || (one !== file && !/[/]libraries-/.test(one)));

/** Base port, as in tools/dev: all other ports derive from it. */
const PORT = Number(process.env.TIDEMARK_PORT ?? 13_080);
const EDGE = `http://127.0.0.1:${PORT + 11}`;

/** Every file is served from our own origin: `script-src 'self'; style-src 'self'` needs no exception. */
export default defineConfig(({ command, mode }) => {
  // A build is for users, also when a test runner started it: its NODE_ENV would ship React's development build.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    base: '/h5/',
    plugins: [
      react(),
      tailwindcss(),
      texts(mode),
      search(),
      descriptions(),
      firstPaint(),
      offline(),
      compress(),
      circles(),
    ],
    define: {
      'import.meta.env.APP_VERSION': JSON.stringify(version),
      'import.meta.env.HASHED_FILE': JSON.stringify(HASHED_FILE.source),
    },
    build: {
      outDir: 'dist',
      manifest: true, // `npm run proof weight` reads the import graph.
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
      rolldownOptions: {
        input: { index: 'index.html', 'service-worker': WORKER },
        // The service worker keeps its file name: the browser compares it to find a new version.
        output: {
          // The frame lists all of them, and a name there costs every user about eight bytes.
          chunkFileNames: ({ name, isDynamicEntry }) =>
            GROUPS.has(name) || (isDynamicEntry && HELD_UP.has(name))
              ? `assets/${name}-[hash:7].js`
              : 'assets/[hash:7].js',
          entryFileNames: ({ name }) => (name === 'service-worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
          codeSplitting: { groups: CHUNKS },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: PORT,
      strictPort: true,
      proxy: { '/api': EDGE, '/socket.io': { target: EDGE, ws: true } },
    },
  };
});
