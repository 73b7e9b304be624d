/** How a form looks on a page of its own. */
export const FORM_STYLE = `body{font:1.05rem/1.6 system-ui,sans-serif;max-width:38rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{font-size:1.5rem}
label{display:block}
.wpcf7-list-item{display:block}
.wpcf7-list-item label{display:inline}
input:not([type=checkbox],[type=radio],[type=submit],[type=file],[type=range]),textarea,select{font:inherit;width:100%;max-width:100%;box-sizing:border-box;padding:.4rem .5rem;border:1px solid #767676;border-radius:3px}
input[type=submit]{font:inherit;padding:.5rem 1.5rem;border:0;border-radius:3px;background:#0b57d0;color:#fff;cursor:pointer}
.submitting input[type=submit]{opacity:.6}
.wpcf7-not-valid{border-color:#b3261e!important}
.wpcf7-not-valid-tip{display:block;color:#b3261e}
.wpcf7-response-output{margin:1.5rem 0;padding:.6rem 1rem;border-left:4px solid #b3261e;background:#f6f6f6}
.sent .wpcf7-response-output{border-color:#146c2e}
.screen-reader-response{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
[hidden]{display:none!important}
`;
