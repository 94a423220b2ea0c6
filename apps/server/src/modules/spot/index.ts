export { closeDemoOrders } from './close-demo-orders.ts';
export { explainFrozen } from './explain-frozen.ts';
export { createVolumeConsumer, rankTraders } from './fee-levels.ts';
export { spotRoutes } from './spot.routes.ts';
export { requestInventoryRead } from './trading/read-inventory.ts';
export { createSpotProduct, type SpotProduct } from './trading/spot-product.ts';
