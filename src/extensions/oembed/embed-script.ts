/**
 * Runs in pages that show an embedded entry: gives each frame a secret, believes only messages that know it, and on
 * their word sets the frame's height, shows it in place of the quotation, or follows a link within the frame's host.
 * Neither `<` nor `&` occur in it, so that no filter on its way can damage it.
 */
const SCRIPT = `(function (w, d) {
  if (w.entryEmbeds) return;
  w.entryEmbeds = true;
  var each = function (selector, work) { Array.prototype.forEach.call(d.querySelectorAll(selector), work); };
  var host = function (address) { var a = d.createElement("a"); a.href = address; return /^https?:$/.test(a.protocol) ? a.host : ""; };
  w.addEventListener("message", function (event) {
    var said = event.data;
    if (!said || !/^[a-zA-Z0-9]+$/.test(said.secret || "")) return;
    each('iframe[data-secret="' + said.secret + '"]', function (frame) {
      if (event.source !== frame.contentWindow) return;
      each('blockquote[data-secret="' + said.secret + '"]', function (quote) { quote.style.display = "none"; });
      frame.removeAttribute("style");
      if (said.message === "height") frame.height = Math.min(1000, Math.max(200, parseInt(said.value, 10) || 200));
      if (said.message !== "link" || d.activeElement !== frame) return;
      if (host(said.value) !== "") if (host(said.value) === host(frame.src)) w.top.location.href = said.value;
    });
  });
  var start = function () {
    each("iframe.wp-embedded-content:not([data-secret])", function (frame) {
      var bytes = w.crypto.getRandomValues(new Uint8Array(10));
      var secret = Array.prototype.map.call(bytes, function (byte) { return (byte % 36).toString(36); }).join("");
      var quote = frame.parentNode.querySelector("blockquote.wp-embedded-content:not([data-secret])");
      if (quote) quote.setAttribute("data-secret", secret);
      frame.setAttribute("data-secret", secret);
      frame.src = frame.src.split("#")[0] + "#?secret=" + secret;
    });
  };
  if (d.readyState === "loading") d.addEventListener("DOMContentLoaded", start); else start();
})(window, document);`;

export const EMBED_SCRIPT = `<script type="text/javascript">\n${SCRIPT}\n</script>`;
