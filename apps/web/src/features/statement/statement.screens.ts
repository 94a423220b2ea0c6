import type { Screen } from '../../data/app/screen.ts';

export const statementScreens: readonly Screen[] = [
  {
    path: '/pages/setting/bill',
    access: 'user',
    texts: ['statement', 'refusal'],
    isWide: true,
    search: { title: 'statement.title', icon: 'doc', also: ['statement.export.title'] },
    load: () => import('./statement-screen.tsx'),
  },
];
