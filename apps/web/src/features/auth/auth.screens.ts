import type { Screen } from '../../data/app/screen.ts';

export const authScreens: readonly Screen[] = [
  {
    path: '/pages/common/login',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./entry/login-screen.tsx'),
  },
  {
    path: '/pages/common/register',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./entry/register-screen.tsx'),
  },
  {
    path: '/pages/common/area',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./entry/area-screen.tsx'),
  },
  {
    path: '/pages/setting/areas',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./entry/areas-screen.tsx'),
  },
  {
    path: '/pages/setting/security',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./security/security-screen.tsx'),
  },
  {
    path: '/pages/setting/password',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./password/password-screen.tsx'),
  },
  {
    path: '/pages/setting/password_phone',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./password/password-phone-screen.tsx'),
  },
  {
    path: '/pages/setting/payPassword',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./factor/pay-password-screen.tsx'),
  },
  {
    path: '/pages/setting/bind_authenticator',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./factor/bind-authenticator-screen.tsx'),
  },
  {
    path: '/pages/plus/devices',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./security/devices-screen.tsx'),
  },
  {
    path: '/pages/plus/passkeys',
    access: 'user',
    texts: ['auth', 'security', 'refusal'],
    load: () => import('./factor/passkeys-screen.tsx'),
  },
  {
    path: '/pages/setting/forget',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./password/forget-screen.tsx'),
  },
  {
    path: '/pages/setting/forget_phone',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./password/forget-phone-screen.tsx'),
  },
  {
    path: '/pages/plus/freeze',
    access: 'public',
    texts: ['auth', 'refusal'],
    load: () => import('./security/freeze-screen.tsx'),
  },
];
