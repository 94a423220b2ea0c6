import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const API = 'http://127.0.0.1:13080';

/** Everything is a file of our own origin: `script-src 'self'; style-src 'self'` needs no exception. */
export default defineConfig(({ command }) => {
  // A build is for users, also when a test runner started it: its NODE_ENV would ship React's development half.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    base: '/h5/',
    plugins: [react(), tailwindcss()],
    build: { outDir: 'dist', target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    server: { proxy: { '/api': API, '/socket.io': { target: API, ws: true } } },
  };
});
