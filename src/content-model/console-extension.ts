/** What a module adds to the console. */
export interface ConsoleExtension {
  /** Part of its addresses: lower-case letters, digits and dashes. */
  readonly name: string;
  /** URL of an ES module file for the browser: `new URL('./page.browser.js', import.meta.url)`. It cannot import other files. */
  readonly module: URL;
  /** Only for users with this capability; for everybody who may sign in by default. */
  readonly capability?: string;
  /** The navigation entry of the extension's page. */
  readonly page?: { readonly title: string };
  /** A card on the overview. */
  readonly card?: { readonly title: string };
  /** Meta keys whose values its editors edit. */
  readonly fields?: readonly string[];
}
