import type { Screen } from '../../shared/screen.ts';

export const proofScreens: readonly Screen[] = [
  { path: '/pages/plus/verify', access: 'public', texts: ['proof'], load: () => import('./screens/verify-screen.tsx') },
];
