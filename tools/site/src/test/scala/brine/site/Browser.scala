package brine.site

import java.io.File
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.logging.{Level, Logger}
import scala.jdk.CollectionConverters.*
import org.openqa.selenium.{Dimension, ElementNotInteractableException, WebElement}
import org.openqa.selenium.chrome.{ChromeDriver, ChromeDriverService, ChromeOptions}
import org.openqa.selenium.logging.{LogType, LoggingPreferences}
import org.openqa.selenium.support.ui.WebDriverWait

/** A headless Chromium that a test drives. */
final class Browser private (browser: Path, driver: Path) extends AutoCloseable:
  Browser.Log.setLevel(Level.SEVERE)
  private val profile = Files.createTempDirectory("brine-browser")
  private val chrome = new ChromeDriver(
    new ChromeDriverService.Builder().usingDriverExecutable(driver.toFile).usingAnyFreePort().build(),
    options
  )

  private def options: ChromeOptions =
    val logs = new LoggingPreferences()
    logs.enable(LogType.BROWSER, Level.ALL)
    val options = new ChromeOptions()
    options.setBinary(browser.toFile)
    options.addArguments(Browser.Flags*)
    options.addArguments(s"--user-data-dir=$profile")
    options.setCapability("goog:loggingPrefs", logs)
    options

  def open(address: String): Unit = chrome.get(address)

  def address: String = chrome.getCurrentUrl

  def resize(width: Int, height: Int): Unit = chrome.manage.window.setSize(new Dimension(width, height))

  /** Waits at most ten seconds until an element is shown that has this text, if one is given; one call for all
    * candidates.
    */
  def find(css: String, text: String = null): WebElement =
    new WebDriverWait(chrome, Duration.ofSeconds(10)).withMessage(
      s"no $css${Option(text).fold("")(" with the text " + _)} in $address"
    )
      .until(_ => chrome.executeScript(Browser.Find, css, text).asInstanceOf[WebElement])

  /** Brings the element into the window at once, though the page's style scrolls smoothly, and clicks it. Waits at most
    * ten seconds for an element that cannot be clicked yet, as in a menu that is still opening.
    */
  def click(element: WebElement): Unit =
    chrome.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element)
    new WebDriverWait(chrome, Duration.ofSeconds(10)).ignoring(classOf[ElementNotInteractableException]).until { _ =>
      element.click()
      true
    }: Unit

  /** The value of a JavaScript expression. */
  def evaluate(expression: String): Any = chrome.executeScript(s"return $expression")

  /** The addresses of all links of the page, as the browser understands them. */
  def links: List[String] =
    evaluate("Array.from(document.querySelectorAll('a[href]'), a => a.href)").asInstanceOf[
      java.util.List[String]
    ].asScala.toList

  /** The resources that the page has loaded so far. */
  def loaded: List[String] =
    evaluate("performance.getEntriesByType('resource').map(entry => entry.name)").asInstanceOf[
      java.util.List[String]
    ].asScala.toList

  /** The errors that scripts have reported since the last call. */
  def errors: List[String] =
    chrome.manage.logs.get(LogType.BROWSER).getAll.asScala.toList.filter(_.getLevel == Level.SEVERE).map(_.getMessage)

  def close(): Unit =
    chrome.quit()
    SiteFiles.delete(profile)

object Browser:
  /** Selenium warns of each browser that is newer than itself. */
  private val Log = Logger.getLogger("org.openqa.selenium")

  private val Find =
    """const [css, text] = arguments;
      |const isWanted = e => e.checkVisibility() && (text === null || e.innerText.trim() === text);
      |return Array.from(document.querySelectorAll(css)).find(isWanted);
      |""".stripMargin

  private val Flags = List(
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1300,900"
  )

  /** Starts the browser of this machine; None if it has no Chromium or no driver for it. */
  def start(): Option[Browser] =
    for
      browser <- List("chromium", "chromium-browser", "google-chrome").flatMap(onPath).headOption
      driver <- onPath("chromedriver")
    yield new Browser(browser, driver)

  private def onPath(name: String): Option[Path] =
    System.getenv("PATH").split(File.pathSeparator).map(Path.of(_, name)).find(Files.isExecutable(_))
