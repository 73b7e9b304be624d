import { ALONGSIDE } from './alongside/alongside.option.js';
import { CONNECT } from './connect/connect.option.js';
import { CONSOLE } from './console/console.option.js';
import { IDENTITY } from './identity/identity.option.js';
import { OBSERVE } from './observe/observe.option.js';
import { type ServiceOption } from './service-option.js';
import { SITE_PAGES } from './site-pages/site-pages.option.js';
import { WORDPRESS_7 } from './wordpress-7/wordpress-7.option.js';

/** All options. To build a service without one, delete its folder and its line here. */
export const OPTIONS: readonly ServiceOption[] = [
  WORDPRESS_7,
  IDENTITY,
  CONSOLE,
  CONNECT,
  OBSERVE,
  SITE_PAGES,
  ALONGSIDE,
];
