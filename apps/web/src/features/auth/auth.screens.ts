import { coming, type Screen } from '../../shared/screen.ts';

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
  coming('/pages/common/area', 'public', 'auth.dial_code'),
  coming('/pages/setting/areas', 'public', 'auth.country'),
  coming('/pages/setting/security', 'user', 'auth.security'),
  coming('/pages/setting/password', 'user', 'auth.password_change'),
  coming('/pages/setting/password_phone', 'user', 'auth.password_phone'),
  coming('/pages/setting/payPassword', 'user', 'auth.trade_password'),
  coming('/pages/setting/bind_authenticator', 'user', 'auth.authenticator'),
  coming('/pages/setting/forget', 'public', 'auth.forgot'),
  coming('/pages/setting/forget_phone', 'public', 'auth.forgot_phone'),
];
