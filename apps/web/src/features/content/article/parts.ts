/** Third-party parts of the app and their licences; every name is a package or the typeface. */
export const PARTS: readonly (readonly [name: string, licence: string])[] = [
  ['@base-ui/react', 'MIT'],
  ['@noble/hashes', 'MIT'],
  ['@scure/base', 'MIT'],
  ['@simplewebauthn/browser', 'MIT'],
  ['@tanstack/react-query', 'MIT'],
  ['@tanstack/react-virtual', 'MIT'],
  ['Inter', 'OFL-1.1'],
  ['klinecharts', 'Apache-2.0'],
  ['react', 'MIT'],
  ['react-dom', 'MIT'],
  ['react-router', 'MIT'],
  ['socket.io-client', 'MIT'],
  ['tailwindcss', 'MIT'],
  ['uqr', 'MIT'],
  ['zod', 'MIT'],
  ['zustand', 'MIT'],
];
