import { coming, type Screen } from '../../data/app/screen.ts';

export const otcScreens: readonly Screen[] = [
  coming('/pages/otc/otc', 'public', 'otc.express'),
  coming('/pages/legal/legal', 'public', 'otc.offers'),
  coming('/pages/legal/order', 'user', 'otc.order_new'),
  coming('/pages/legal/orderDetail', 'user', 'otc.order'),
  coming('/pages/legal/recordlist', 'user', 'otc.orders'),
  coming('/pages/legal/store', 'user', 'otc.shop'),
  coming('/pages/legal/storeDetail', 'user', 'otc.offer_edit'),
  coming('/pages/legal/storeOrder', 'user', 'otc.shop_orders'),
  coming('/pages/legal/storeUser', 'user', 'otc.merchant'),
  coming('/pages/legal/transactionRecord', 'user', 'otc.ledger'),
  coming('/pages/legal/transfer', 'user', 'otc.transfer'),
];
