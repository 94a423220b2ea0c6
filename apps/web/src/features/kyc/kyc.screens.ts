import { coming, type Screen } from '../../data/app/screen.ts';

export const kycScreens: readonly Screen[] = [
  coming('/pages/setting/real_mark', 'user', 'kyc.status'),
  coming('/pages/setting/real', 'user', 'kyc.capture'),
  coming('/pages/setting/operational_compliance', 'public', 'kyc.compliance'),
];
