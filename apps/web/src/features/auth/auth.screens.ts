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
  {
    path: '/pages/common/area',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/area-screen.tsx'),
  },
  {
    path: '/pages/setting/areas',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/areas-screen.tsx'),
  },
  {
    path: '/pages/setting/security',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/security-screen.tsx'),
  },
  {
    path: '/pages/setting/password',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/password-screen.tsx'),
  },
  {
    path: '/pages/setting/password_phone',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/password-phone-screen.tsx'),
  },
  {
    path: '/pages/setting/payPassword',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/pay-password-screen.tsx'),
  },
  {
    path: '/pages/setting/bind_authenticator',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/bind-authenticator-screen.tsx'),
  },
  {
    path: '/pages/plus/devices',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/devices-screen.tsx'),
  },
  {
    path: '/pages/plus/passkeys',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./screens/passkeys-screen.tsx'),
  },
  {
    path: '/pages/setting/forget',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/forget-screen.tsx'),
  },
  {
    path: '/pages/setting/forget_phone',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/forget-phone-screen.tsx'),
  },
  {
    path: '/pages/plus/freeze',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./screens/freeze-screen.tsx'),
  },
];
