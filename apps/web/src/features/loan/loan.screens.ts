import { coming, type Screen } from '../../data/app/screen.ts';

export const loanScreens: readonly Screen[] = [
  coming('/pages/loan/loan', 'public', 'loan.list', 'loan'),
  coming('/pages/loan/buy', 'user', 'loan.borrow', 'loan'),
  coming('/pages/loan/order', 'user', 'loan.orders', 'loan'),
];
