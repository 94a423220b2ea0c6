import { coming, type Screen } from '../../data/app/screen.ts';

export const copyScreens: readonly Screen[] = [
  coming('/pages/copytrade/copy', 'public', 'copy.discover'),
  coming('/pages/copytrade/my', 'user', 'copy.mine'),
  coming('/pages/copytrade/trader', 'public', 'copy.trader'),
  coming('/pages/follow/index', 'user', 'copy.lead'),
  coming('/pages/follow/trader', 'user', 'copy.positions'),
  coming('/pages/follow/follow', 'user', 'copy.settings'),
  coming('/pages/follow/join', 'user', 'copy.join'),
  coming('/pages/follow/editName', 'user', 'copy.name'),
  coming('/pages/follow/agreement', 'public', 'copy.agreement'),
  coming('/pages/follow/agreement_zh', 'public', 'copy.agreement_zh'),
  coming('/pages/follow/agreement_en', 'public', 'copy.agreement_en'),
];
