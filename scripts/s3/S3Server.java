import org.gaul.s3proxy.Main;

/** S3Proxy with the properties of the file that is named. */
public class S3Server {
  public static void main(String[] args) throws Exception {
    Main.main(new String[] {"--properties", args[0]});
    // Whoever started the server holds the other end of its input; when that end is gone, so is the reason to run.
    while (System.in.read() >= 0) {}
    System.exit(0);
  }
}
