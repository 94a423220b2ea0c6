import { coming, type Screen } from '../../data/app/screen.ts';

export const otcScreens: readonly Screen[] = [
  coming('/pages/otc/otc', 'public', 'otc.express', 'otc'),
  coming('/pages/legal/legal', 'public', 'otc.offers', 'otc'),
  coming('/pages/legal/order', 'user', 'otc.order_new', 'otc'),
  coming('/pages/legal/orderDetail', 'user', 'otc.order', 'otc'),
  coming('/pages/legal/recordlist', 'user', 'otc.orders', 'otc'),
  coming('/pages/legal/store', 'user', 'otc.shop', 'otc'),
  coming('/pages/legal/storeDetail', 'user', 'otc.offer_edit', 'otc'),
  coming('/pages/legal/storeOrder', 'user', 'otc.shop_orders', 'otc'),
  coming('/pages/legal/storeUser', 'user', 'otc.merchant', 'otc'),
  coming('/pages/legal/transactionRecord', 'user', 'otc.ledger', 'otc'),
];
