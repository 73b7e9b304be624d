import { PhpArray, type PhpValue, toText } from '../text/php/index.js';

/** Whether the option `active_plugins` names one of these main files, such as `folder/file.php`. */
export function isPluginActive(active: PhpValue | undefined, file: RegExp): boolean {
  return active instanceof PhpArray && [...active.values()].some((name) => file.test(toText(name)));
}
