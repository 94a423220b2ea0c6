import type { Screen } from '../../shared/screen.ts';

export const authScreens: readonly Screen[] = [
  {
    path: '/pages/common/login',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/login-screen.tsx'),
  },
  {
    path: '/pages/common/register',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/register-screen.tsx'),
  },
];
