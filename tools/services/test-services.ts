import type { TestProject } from 'vitest/node';
import { startPrivateServices } from './private-services.ts';
import type { ServiceUrls } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    services: ServiceUrls;
  }
}

/** Once per run of the database tests: real servers and the migrated template each file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startPrivateServices('test');
  project.provide('services', services.urls);
  return services.stop;
}
