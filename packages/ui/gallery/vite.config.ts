import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Gallery build: every component in every state on one page, for visual review and axe; not part of the product. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwindcss()],
  build: { assetsInlineLimit: 0, target: 'es2022' },
});
