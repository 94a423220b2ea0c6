import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { texts } from './texts.config.ts';

/** Base port, as in tools/dev: all other ports derive from it. */
const PORT = Number(process.env.TIDEMARK_PORT ?? 13_080);

/** The back office, on an origin of its own. Every file is served from it: `script-src 'self'` needs no exception. */
export default defineConfig(({ command }) => {
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    base: '/',
    plugins: [react(), tailwindcss(), texts()],
    build: {
      outDir: 'dist',
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [{ name: 'libraries', test: /node_modules/ }] },
        },
      },
    },
    server: {
      host: '127.0.0.1',
      port: PORT + 17,
      strictPort: true,
      proxy: { '/api': `http://127.0.0.1:${PORT + 3}` },
    },
  };
});
