import type { Screen } from '../../data/app/screen.ts';

export const proofScreens: readonly Screen[] = [
  { path: '/pages/plus/verify', access: 'public', texts: ['proof'], load: () => import('./check/verify-screen.tsx') },
];
