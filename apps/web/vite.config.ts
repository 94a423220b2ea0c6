import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.config.ts';
import { offline, WORKER } from './offline.config.ts';
import { texts } from './texts.config.ts';

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8')) as {
  version: string;
}; // Ours.
const LIBRARIES =
  /node_modules[\\/](?:react|react-dom|react-router|scheduler|zustand|@tanstack[\\/](?:query-core|react-query)|@lingui)[\\/]/;
const API = 'http://127.0.0.1:13080';

/** Everything is a file of our own origin: `script-src 'self'; style-src 'self'` needs no exception. */
export default defineConfig(({ command, mode }) => {
  // A build is for users, also when a test runner started it: its NODE_ENV would ship React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    base: '/h5/',
    plugins: [react(), tailwindcss(), texts(mode), offline(), compress()],
    define: { 'import.meta.env.APP_VERSION': JSON.stringify(version) },
    build: {
      outDir: 'dist',
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { index: 'index.html', 'service-worker': WORKER },
        // A service worker keeps its name: it is what the browser compares to find a new version.
        output: {
          entryFileNames: ({ name }) => (name === 'service-worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
          // What every screen needs anyway, in one request instead of a dozen.
          codeSplitting: { groups: [{ name: 'libraries', test: LIBRARIES }] },
        },
      },
    },
    server: { proxy: { '/api': API, '/socket.io': { target: API, ws: true } } },
  };
});
